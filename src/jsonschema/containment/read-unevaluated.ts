import { isObject, listAt, objectAt, type Json, type JsonObject } from '../../json/json.js';
import { isAnything } from '../idle-keywords.js';
import { subschemasOn } from '../walk-keywords.js';
import { anything, every, jsonTypes, some, types, type Formula } from './formula.js';
import { ignoresOthers } from './keyword-formulas.js';
import { negate } from './negate.js';
import type { Conjunct, FormulaReader } from './reading.js';
import { joinedBy, someSchema } from './schema-source.js';

/** One way in which a value can be evaluated: what it passes then, and the members and items that have been looked at. */
interface Evaluation {
  readonly given: readonly Formula[];
  readonly names: readonly string[];
  readonly patterns: readonly string[];
  readonly items: number;
}

/** The most ways that are distinguished. */
const maximumWays = 64;

/** The most schemas that are looked at for them. */
const maximumLooks = 2_000;

/** A look for the ways of a schema. */
interface Looking {
  readonly reader: FormulaReader;
  /** How many schemas may still be looked at. */
  left: number;
}

/** What the unevaluated keywords of a schema say. */
export function unevaluatedFormulas(reader: FormulaReader, node: JsonObject): readonly Conjunct[] {
  const found: Conjunct[] = [];
  const { unevaluatedProperties: properties, unevaluatedItems: items } = node;
  const isIgnored = properties === false && ignoresOthers(reader.reading);
  if (properties !== undefined && !isAnything(properties) && !isIgnored) {
    found.push(
      conjunct('unevaluatedProperties', reader, node, ({ names, patterns }) => ({
        kind: 'members',
        which: { pattern: null, exceptNames: new Set(names), exceptPatterns: patterns },
        is: reader.link(properties),
      })),
    );
  }
  if (items !== undefined && !isAnything(items))
    found.push(
      conjunct('unevaluatedItems', reader, node, (way) => ({
        kind: 'items',
        from: way.items,
        to: Infinity,
        is: reader.link(items),
      })),
    );
  return found;
}

/** Whichever ways a value passes, one of them leaves only members that the keyword allows. */
function conjunct(
  keyword: string,
  reader: FormulaReader,
  node: JsonObject,
  rest: (way: Evaluation) => Formula,
): Conjunct {
  const { unevaluatedProperties: _, unevaluatedItems: __, ...own } = node;
  const ways =
    keyword === 'unevaluatedItems' && mentionsContains(reader, node)
      ? null
      : evaluate({ reader, left: maximumLooks }, own, new Set());
  if (ways === null) {
    const others = jsonTypes.filter((type) => type !== (keyword === 'unevaluatedItems' ? 'array' : 'object'));
    return { keyword, name: null, formula: some([types(...others), { kind: 'unreadable', not: false }]) };
  }
  return { keyword, name: null, formula: some(ways.map((way) => every([...way.given, rest(way)]))) };
}

const untouched: Evaluation = Object.freeze({ given: [], names: [], patterns: [], items: 0 });

/** The ways in which a schema evaluates a value; null where there are too many, or too many schemas to look at. */
function evaluate(looking: Looking, schema: Json | undefined, seen: ReadonlySet<Json>): Ways {
  if (!isObject(schema) || seen.has(schema)) return [untouched];
  if ((looking.left -= 1) < 0) return null;
  const { reader } = looking;
  const inside = new Set([...seen, schema]);
  const look = (node: Json | undefined) => evaluate(looking, node, inside);
  const given = (node: Json | undefined) =>
    look(node)?.map((way) => ({ ...way, given: [...way.given, reader.link(node)] })) ?? null;
  const parts: Ways[] = [[ownEvaluation(schema)]];
  for (const member of joinedBy(reader.reading.source, schema)) parts.push(look(member));
  if (listAt(schema['oneOf']).length > 0) parts.push(joinWays(listAt(schema['oneOf']).map(given)));
  if (listAt(schema['anyOf']).length > 0) parts.push(subsets(listAt(schema['anyOf']).map(given)));
  if (schema['if'] !== undefined) {
    const refused = [{ ...untouched, given: [negate(reader.link(schema['if']))] }];
    parts.push(joinWays([combine(given(schema['if']), look(schema['then'])), combine(refused, look(schema['else']))]));
  }
  for (const [name, dependent] of Object.entries(objectAt(schema['dependentSchemas']))) {
    const present = combine([{ ...untouched, given: [{ kind: 'required', name, isAsked: true }] }], look(dependent));
    parts.push(joinWays([[untouched], present]));
  }
  return parts.reduce(combine, [untouched]);
}

function ownEvaluation(schema: JsonObject): Evaluation {
  const all = schema['additionalProperties'] !== undefined || schema['unevaluatedProperties'] !== undefined;
  const allItems = schema['items'] !== undefined || schema['unevaluatedItems'] !== undefined;
  return {
    given: [],
    names: Object.keys(objectAt(schema['properties'])),
    patterns: all ? [''] : Object.keys(objectAt(schema['patternProperties'])),
    items: allItems ? Infinity : listAt(schema['prefixItems']).length,
  };
}

type Ways = readonly Evaluation[] | null;

function combine(left: Ways, right: Ways): Ways {
  if (left === null || right === null || left.length * right.length > maximumWays) return null;
  return left.flatMap((one) =>
    right.map((other) => ({
      given: [...one.given, ...other.given].filter((formula) => formula !== anything),
      names: [...one.names, ...other.names],
      patterns: [...one.patterns, ...other.patterns],
      items: Math.max(one.items, other.items),
    })),
  );
}

function joinWays(ways: readonly Ways[]): Ways {
  const all = ways.flatMap((one) => one ?? []);
  return ways.includes(null) || all.length > maximumWays ? null : all;
}

/** Every choice of at least one member. */
function subsets(members: readonly Ways[]): Ways {
  const none: Ways = [untouched];
  const all = members.reduce<Ways>(
    (ways, member) => (member === null ? null : combine(ways, [...none, ...member])),
    none,
  );
  const isFree = members.some((ways) => ways?.some(({ given }) => given.length === 0));
  return isFree || all === null ? all : all.filter(({ given }) => given.length > 0);
}

function mentionsContains({ reading: { source } }: FormulaReader, schema: JsonObject): boolean {
  return someSchema(
    schema,
    (node) => node['contains'] !== undefined,
    (node) => [...joinedBy(source, node), ...subschemasOn('value', node)],
  );
}
