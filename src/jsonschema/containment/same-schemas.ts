import { isObject, listAt, objectAt, sameJson, type Json, type JsonObject } from '../../json/json.js';
import type { Link } from './formula.js';
import type { SchemaSource } from './schema-source.js';
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

/** Compares schemas as written, without their annotations and wherever their references lead; circles are fine. */
export function schemaEquality(): (
  left: Pick<Link, 'source' | 'target'>,
  right: Pick<Link, 'source' | 'target'>,
) => boolean {
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
    sameKeywords(pair.left, pair.right, (left, right) => {
      const inner = pairOf(left, right);
      if (typeof inner === 'boolean') return inner;
      if (inner.state === 'assumed') inner.parents.push(pair);
      return inner.state !== 'different';
    });
  return (left, right) => {
    const root = pairOf({ source: left.source, node: left.target }, { source: right.source, node: right.target });
    if (typeof root === 'boolean') return root;
    for (let next = waiting.pop(); next; next = waiting.pop())
      if (next.state === 'assumed' && !compareInside(next)) spread(next);
    for (let next = assumed.pop(); next; next = assumed.pop()) if (next.state === 'assumed') next.state = 'same';
    return root.state === 'same';
  };
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
function follow({ source, node }: Located): Located {
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

function sameKeywords(one: Located, other: Located, compare: Compare): boolean {
  const [left, right] = [follow(one), follow(other)];
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
  switch (holdingOf(keyword)) {
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
function isIgnored(keyword: string): boolean {
  return ignored.has(keyword) || isExtension(keyword);
}
