import { format as formats, type Schema } from '@cfworker/json-schema';
import { isObject, type Json, sortedKeys } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { sharingSteps } from '../../json/pattern/step-limit.js';

/** A validation: what is read of its value once, where a keyword asks for it, and what it did not decide. */
interface Validation {
  readonly value: Json;
  names?: ReadonlySet<string>;
  lists?: Lists;
  undecided: string | null;
}

let underWay: Validation = { value: null, undecided: null };

/** Validates a value with a limit for what takes the validator too long; what was not decided, in words, or null. */
export function validateBounded<T>(value: Json, validate: () => T): readonly [result: T, undecided: string | null] {
  underWay = { value, undecided: null };
  return [sharingSteps(validate), underWay.undecided];
}

function decide(pattern: string, text: string): boolean {
  const verdict = matchPattern(pattern, text);
  if (verdict === null)
    underWay.undecided ??= `it was not decided whether ${show(text)} matches the pattern ${pattern}`;
  return verdict ?? true;
}

const show = (text: string) => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The name of a format that says what a pattern says: the validator runs patterns without a limit, and asks a function for formats. */
export function formatOfPattern(pattern: string): string {
  const name = `pattern ${pattern}`;
  formats[name] ??= (text) => decide(pattern, text);
  return name;
}

/** The members of a schema, and those that were looked up, by name; null for one of which it says nothing. */
interface Members {
  readonly properties: NonNullable<Schema['properties']>;
  readonly patterns: NonNullable<Schema['patternProperties']>;
  readonly known: Map<string, Schema | null>;
}

/** Fewer properties are not worth looking up. */
const manyProperties = 100;

/**
 * Lets a schema that has patterns or many properties have only those that occur in the value under validation: the validator goes through all
 * that a schema has. They are looked up where the validator asks for them, so that schemas that it does not reach cost nothing.
 */
export function boundMembers(schema: Schema): void {
  const { properties = {}, patternProperties } = schema;
  if (patternProperties === undefined && Object.keys(properties).length < manyProperties) return;
  delete schema.patternProperties;
  const members: Members = { properties, patterns: patternProperties ?? {}, known: new Map() };
  perValidation(schema, 'properties', (one) => occurring(members, (one.names ??= namesIn(one.value))));
}

function occurring(members: Members, names: ReadonlySet<string>): Schema['properties'] {
  const given: [name: string, schema: Schema][] = [];
  for (const name of names) {
    const schema = lookUp(members, name);
    if (schema !== null) given.push([name, schema]);
  }
  return Object.fromEntries(given);
}

function lookUp({ properties, patterns, known }: Members, name: string): Schema | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const matching = Object.keys(patterns).filter((pattern) => decide(pattern, name));
  const own = Object.hasOwn(properties, name) ? [properties[name]!] : [];
  const all = [...own, ...matching.map((one) => patterns[one]!)];
  const schema = all.length === 0 ? null : { allOf: all as Schema[] };
  if (known.size >= mostKnown) known.clear();
  if (underWay.undecided === null) known.set(name, schema);
  return schema;
}

/** The most names that are remembered for a schema. */
const mostKnown = 100;

/** The names of all members in a value. */
function namesIn(value: Json, names = new Set<string>()): ReadonlySet<string> {
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

/** Lets a schema ask for unique items only where some list in the value under validation has equal ones. */
export function boundUniqueItems(schema: Schema): void {
  if (schema.uniqueItems !== true) return;
  perValidation(schema, 'uniqueItems', (one) => {
    const { hasEqual, longest } = (one.lists ??= listsIn(one.value));
    if (hasEqual && longest > longestCompared)
      one.undecided ??= `it was not decided whether the ${longest} items of a list are unique`;
    return hasEqual && longest <= longestCompared;
  });
}

/** Gives a schema a keyword whose value is made once for each validation that reaches it. */
function perValidation<K extends keyof Schema>(schema: Schema, keyword: K, make: (one: Validation) => Schema[K]): void {
  let latest: { readonly of: Validation; readonly made: Schema[K] } | null = null;
  const get = () => {
    if (latest?.of !== underWay) latest = { of: underWay, made: make(underWay) };
    return latest.made;
  };
  Object.defineProperty(schema, keyword, { get, enumerable: true });
}

interface Lists {
  readonly hasEqual: boolean;
  /** The length of the longest. */
  readonly longest: number;
}

/** What the lists in a value are like. Equal values get the same number. */
function listsIn(value: Json): Lists {
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
