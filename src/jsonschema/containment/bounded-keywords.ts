import { format as formats, type Schema } from '@cfworker/json-schema';
import { isObject, type Json, sortedKeys } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { sharingSteps } from '../../json/pattern/step-limit.js';

/** What the validation under way did not decide. */
let undecided: string | null = null;

/** Validates with a limit for what takes the validator too long; what was not decided, in words, or null. */
export function validateBounded<T>(validate: () => T): readonly [result: T, undecided: string | null] {
  undecided = null;
  return [sharingSteps(validate), undecided];
}

function decide(pattern: string, text: string): boolean {
  const verdict = matchPattern(pattern, text);
  if (verdict === null) undecided ??= `it was not decided whether ${show(text)} matches the pattern ${pattern}`;
  return verdict ?? true;
}

const show = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The name of a format that says what a pattern says: the validator runs patterns without a limit, and asks a function for formats. */
export function formatOfPattern(pattern: string): string {
  const name = `pattern ${pattern}`;
  formats[name] ??= (text) => decide(pattern, text);
  return name;
}

/** A schema whose members are looked up for each value: the validator goes through all of them. */
export interface LookedUpMembers {
  readonly schema: Schema;
  readonly properties: NonNullable<Schema['properties']>;
  readonly patterns: NonNullable<Schema['patternProperties']>;
  /** What was looked up, by name; null where it says nothing of a member. */
  readonly known: Map<string, Schema | null>;
}

/** Fewer properties are not worth looking up. */
const manyProperties = 100;

/** Takes the members of a schema that has patterns or many properties; null for any other. */
export function takeMembers(schema: Schema): LookedUpMembers | null {
  const { properties = {}, patternProperties } = schema;
  if (patternProperties === undefined && Object.keys(properties).length < manyProperties) return null;
  delete schema.patternProperties;
  return { schema, properties, patterns: patternProperties ?? {}, known: new Map() };
}

/** Gives a schema the members that a value may have. */
export function giveMembers(members: LookedUpMembers, names: ReadonlySet<string>): void {
  const given: [name: string, schema: Schema][] = [];
  for (const name of names) {
    const schema = lookUp(members, name);
    if (schema !== null) given.push([name, schema]);
  }
  members.schema.properties = Object.fromEntries(given);
}

function lookUp({ properties, patterns, known }: LookedUpMembers, name: string): Schema | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const matching = Object.keys(patterns).filter((pattern) => decide(pattern, name));
  const own = Object.hasOwn(properties, name) ? [properties[name]!] : [];
  const all = [...own, ...matching.map((one) => patterns[one]!)];
  const schema = all.length === 0 ? null : { allOf: all as Schema[] };
  if (known.size >= mostKnown) known.clear();
  if (undecided === null) known.set(name, schema);
  return schema;
}

/** The most names that are remembered for a schema. */
const mostKnown = 100;

/** The names of all members in a value. */
export function namesIn(value: Json, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(value)) for (const item of value as readonly Json[]) namesIn(item, names);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value)) {
      names.add(name);
      namesIn(member ?? null, names);
    }
  return names;
}

/** The validator compares each item with each other one, which is done only where some are equal, in lists up to this length. */
const longestCompared = 5000;

/** Turns `uniqueItems` on for values in which some list has equal items. */
export function giveUniqueItems(schemas: readonly Schema[], value: Json): void {
  const { hasEqual, longest } = listsIn(value);
  if (hasEqual && longest > longestCompared)
    undecided ??= `it was not decided whether the ${longest} items of a list are unique`;
  for (const schema of schemas) schema.uniqueItems = hasEqual && longest <= longestCompared;
}

/** What the lists in a value are like. Equal values get the same number. */
function listsIn(value: Json): { readonly hasEqual: boolean; readonly longest: number } {
  const numbers = new Map<string, number>();
  let [hasEqual, longest] = [false, 0];
  const keyOf = (one: Json): string => {
    if (isObject(one))
      return `{${sortedKeys(one).map((name) => `${JSON.stringify(name)}:${numberOf(one[name] ?? null)}`)}}`;
    if (!Array.isArray(one)) return JSON.stringify(one);
    const items = (one as readonly Json[]).map(numberOf);
    hasEqual ||= new Set(items).size < items.length;
    longest = Math.max(longest, items.length);
    return `[${items}]`;
  };
  const numberOf = (one: Json): number => {
    const key = keyOf(one);
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  };
  numberOf(value);
  return { hasEqual, longest };
}
