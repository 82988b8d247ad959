import {
  isObject,
  listAt,
  lookupKey,
  objectAt,
  sameJson,
  sortedKeys,
  type Json,
  type JsonObject,
} from '../../json/json.js';
import { takeSteps } from './search-steps.js';
import type { Link } from './formula.js';
import type { SchemaSource } from './schema-source.js';
import { joinedMembers } from '../merge-schemas.js';
import { holdingOf, isExtension, keywordsFor } from '../walk-keywords.js';

/** A schema and the document that its references are in. */
interface Located {
  readonly source: SchemaSource;
  readonly node: Json | undefined;
}

interface Pair {
  state: 'assumed' | 'same' | 'different';
  readonly parents: Pair[];
  readonly left: Located;
  readonly right: Located;
}

type Target = Pick<Link, 'source' | 'target'>;

/** Compares schemas of several documents. */
export interface SchemaEquality {
  readonly areSame: (left: Target, right: Target) => boolean;
  /** A number that equal schemas share, and few others: what they say a few steps deep. */
  readonly kindOf: (schema: Target) => number;
}

/**
 * Compares schemas as written, without their annotations and wherever their references lead; circles are fine. A discriminator is an
 * annotation unless it `counts`.
 */
export function schemaEquality(discriminator: 'ignored' | 'counts' = 'ignored'): SchemaEquality {
  const isIgnored =
    discriminator === 'ignored' ? isHint : (keyword: string) => isHint(keyword) && keyword !== 'discriminator';
  const known = new Map<JsonObject, Map<JsonObject, Pair>>();
  const waiting: Pair[] = [];
  const assumed: Pair[] = [];
  const pairOf = (left: Located, right: Located): Pair | boolean => {
    if (left.node === right.node && left.source === right.source) return true;
    if (!isObject(left.node) || !isObject(right.node))
      return isTrivially(left.node) !== null && isTrivially(left.node) === isTrivially(right.node);
    const partners = known.get(left.node) ?? new Map<JsonObject, Pair>();
    known.set(left.node, partners);
    const found = partners.get(right.node);
    if (found) return found;
    const pair: Pair = { state: 'assumed', parents: [], left, right };
    partners.set(right.node, pair);
    waiting.push(pair);
    assumed.push(pair);
    return pair;
  };
  const compareInside = (pair: Pair): boolean =>
    sameKeywords(pair.left, pair.right, isIgnored, (left, right) => {
      const inner = pairOf(left, right);
      if (typeof inner === 'boolean') return inner;
      if (inner.state === 'assumed') inner.parents.push(pair);
      return inner.state !== 'different';
    });
  const areSame = (left: Target, right: Target): boolean => {
    const root = pairOf({ source: left.source, node: left.target }, { source: right.source, node: right.target });
    if (typeof root === 'boolean') return root;
    while (waiting.length > 0) {
      takeSteps(4);
      const next = waiting.pop()!;
      if (next.state === 'assumed' && !compareInside(next)) spread(next);
    }
    for (let next = assumed.pop(); next; next = assumed.pop()) if (next.state === 'assumed') next.state = 'same';
    return root.state === 'same';
  };
  const readKind = kindReader(isIgnored);
  const kinds = new WeakMap<Target, number>();
  const kindOf = (schema: Target): number => {
    const kind = kinds.get(schema) ?? readKind({ source: schema.source, node: schema.target }, stepsOfKind);
    kinds.set(schema, kind);
    return kind;
  };
  return { areSame, kindOf };
}

type IsIgnored = (keyword: string) => boolean;

/** How many steps deep a kind looks. */
const stepsOfKind = 3;

/** Numbers schemas by what they say some steps deep. */
function kindReader(isIgnored: IsIgnored): (schema: Located, steps: number) => number {
  const numbers = new Map<string, number>();
  const known = Array.from({ length: stepsOfKind + 1 }, () => new Map<SchemaSource, Map<JsonObject, number>>());
  const numberOf = (text: string): number => {
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    return number;
  };
  const kindOf = (schema: Located, steps: number): number => {
    const { source, node } = follow(schema, isIgnored);
    if (!isObject(node)) return numberOf(String(node !== false));
    const ofSource = known[steps]!.get(source) ?? new Map<JsonObject, number>();
    known[steps]!.set(source, ofSource);
    const found = ofSource.get(node);
    if (found !== undefined) return found;
    takeSteps(4);
    const inside = (inner: Json | undefined) => (steps === 0 ? 0 : kindOf({ source, node: inner }, steps - 1));
    const kind = numberOf(JSON.stringify([steps, describe(source, node, isIgnored, inside)]));
    ofSource.set(node, kind);
    return kind;
  };
  return kindOf;
}

function describe(
  source: SchemaSource,
  node: JsonObject,
  isIgnored: IsIgnored,
  inside: (inner: Json | undefined) => number,
): readonly Json[] {
  const keywords = sortedKeys(node).filter((keyword) => !isIgnored(keyword) && node[keyword] !== undefined);
  return keywords.map((keyword): Json => {
    const value = node[keyword]!;
    if (keyword === '$ref') return [keyword, inside(source.target(node))];
    switch (holdingAt(keyword)) {
      case 'schema':
        return [keyword, inside(value)];
      case 'schemas':
        return [keyword, listAt(value).map(inside)];
      case 'named schemas':
        return [keyword, sortedKeys(objectAt(value)).map((name) => [name, inside(objectAt(value)[name])])];
      default:
        return [keyword, lookupKey(value)];
    }
  });
}

function spread(pair: Pair): void {
  const waiting = [pair];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (next.state === 'different') continue;
    next.state = 'different';
    for (const parent of next.parents) waiting.push(parent);
  }
}

function isTrivially(node: Json | undefined): boolean | null {
  return isObject(node) ? null : node !== false;
}

type Compare = (left: Located, right: Located) => boolean;

/** Follows references without siblings, so that inline and referenced schemas are alike. */
function follow({ source, node }: Located, isIgnored: IsIgnored): Located {
  const seen = new Set<Json>();
  let current = node;
  while (isObject(current) && typeof current['$ref'] === 'string' && !seen.has(current)) {
    if (!source.ignoresSiblings && Object.keys(current).some((keyword) => keyword !== '$ref' && !isIgnored(keyword)))
      break;
    seen.add(current);
    const target = source.target(current);
    if (target === undefined) break;
    current = target;
  }
  return { source, node: current };
}

function sameKeywords(one: Located, other: Located, isIgnored: IsIgnored, compare: Compare): boolean {
  const [left, right] = [follow(one, isIgnored), follow(other, isIgnored)];
  if (left.node !== one.node || right.node !== other.node) return compare(left, right);
  if (!isObject(left.node) || !isObject(right.node)) return false;
  const keywords = Object.keys(left.node).filter((keyword) => !isIgnored(keyword));
  const others = Object.keys(right.node).filter((keyword) => !isIgnored(keyword));
  if (keywords.length !== others.length) return false;
  return keywords.every((keyword) => sameKeyword(keyword, left, right, compare));
}

function sameKeyword(keyword: string, left: Located, right: Located, compare: Compare): boolean {
  const [from, to] = [objectAt(left.node)[keyword], objectAt(right.node)[keyword]];
  if (to === undefined) return false;
  const inside: Inside = (node, partner) =>
    compare({ source: left.source, node }, { source: right.source, node: partner });
  if (keyword === '$ref')
    return inside(left.source.target(left.node as JsonObject), right.source.target(right.node as JsonObject));
  switch (holdingAt(keyword)) {
    case 'schema':
      return inside(from, to);
    case 'schemas':
      return sameList(listAt(from), listAt(to), inside);
    case 'named schemas':
      return sameNamed(objectAt(from), objectAt(to), inside);
    default:
      return sameJson(from, to);
  }
}

/** What a keyword holds; joined schemas keep theirs as allOf does. */
const holdingAt = (keyword: string) => holdingOf(keyword === joinedMembers ? 'allOf' : keyword);

type Inside = (node: Json | undefined, partner: Json | undefined) => boolean;

function sameList(one: readonly Json[], other: readonly Json[], inside: Inside): boolean {
  return one.length === other.length && one.every((node, index) => inside(node, other[index]));
}

function sameNamed(one: JsonObject, other: JsonObject, inside: Inside): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && inside(one[name], other[name]))
  );
}

const ignored = keywordsFor('words', 'mark', 'identity', 'hint');

/** Whether a keyword decides neither about values nor about who sends them. */
function isHint(keyword: string): boolean {
  return ignored.has(keyword) || isExtension(keyword);
}

/** The most schemas of one kind that are compared. */
const maximumOfKind = 16;

/** Finds one schema that stands for all that are written alike in a document. */
export function representatives(source: SchemaSource): (node: JsonObject) => JsonObject {
  const { areSame, kindOf } = schemaEquality('counts');
  const known = new Map<JsonObject, JsonObject>();
  const byKind = new Map<number, JsonObject[]>();
  const find = (written: JsonObject): JsonObject => {
    const { node } = follow({ source, node: written }, isHint);
    if (!isObject(node)) return written;
    const kind = kindOf({ source, target: node });
    const alike = byKind.get(kind) ?? [];
    byKind.set(kind, alike);
    const found = alike.find((one) => areSame({ source, target: one }, { source, target: node }));
    if (!found && alike.length < maximumOfKind) alike.push(node);
    return found ?? node;
  };
  return (node) => {
    const one = known.get(node) ?? find(node);
    known.set(node, one);
    return one;
  };
}
