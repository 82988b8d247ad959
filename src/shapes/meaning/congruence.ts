import { isObject, type Json, type JsonObject, listAt, sameJson } from '../../json/json.js';
import { isHidden, type SchemaSource } from '../../jsonschema/containment/schema-source.js';
import { translateOpenApi30 } from '../../jsonschema/translate-openapi-30.js';
import { isOfType } from '../../source/schemas/print-schema.js';
import type { TypeName } from '../../source/schemas/printing.js';
import { holdingOf, isAnnotation, targetOf } from '../../jsonschema/walk-keywords.js';

/** Whether two schemas inside others mean the same; null where only a schema around them could say. */
export type CompareInner = (one: Json, other: Json) => boolean | null;

/**
 * Whether two schemas are written with the same keywords, whose schemas are equal one by one: then both mean the same, however large they are.
 * `compare` decides about those, unless a keyword around them depends on how they are written.
 */
export function isCongruent(one: Json, other: Json, source: SchemaSource, compare: CompareInner): boolean {
  const [left, right] = [plainly(one, source), plainly(other, source)];
  if (!isObject(left) || !isObject(right)) return sameJson(left, right);
  const keywords = Object.keys(left);
  if (keywords.length !== Object.keys(right).length) return false;
  const inner: CompareInner = seesSiblings(left)
    ? (first, second) => isCongruent(first, second, source, compareNothing)
    : (first, second) => isCongruent(first, second, source, compare) || compare(first, second) === true;
  return keywords.every((keyword) => {
    const [said, saidToo] = [left[keyword], right[keyword]];
    if (saidToo === undefined) return false;
    if (keyword === '$ref') return endOf(left, source) === endOf(right, source);
    if (keyword === 'required') return sameJson(listAt(said).toSorted(), listAt(saidToo).toSorted());
    const pairs = pairsOf(keyword, said!, saidToo);
    if (pairs === null) return sameJson(said, saidToo);
    const isSent = targetOf(keyword) === 'members' || targetOf(keyword) === 'items';
    return pairs.every(([first, second]) => inner(first, second) && (!isSent || areSentAlike(first, second, source)));
  });
}

const compareNothing: CompareInner = () => null;

/** Whether what a keyword says depends on how the schemas beside it are written. */
const seesSiblings = (schema: JsonObject) =>
  schema['unevaluatedProperties'] !== undefined || schema['unevaluatedItems'] !== undefined;

function areSentAlike(one: Json, other: Json, source: SchemaSource): boolean {
  return (['request', 'response'] as const).every(
    (direction) => isHidden({ source, direction }, one) === isHidden({ source, direction }, other),
  );
}

/** The schemas of a keyword on both sides, in pairs; null for a keyword of data, and an empty pair of schemas where they differ in number. */
function pairsOf(keyword: string, one: Json, other: Json): readonly (readonly [Json, Json])[] | null {
  switch (holdingOf(keyword)) {
    case 'schema':
      return [[one, other]];
    case 'schemas': {
      const [left, right] = [listAt(one), listAt(other)];
      return left.length === right.length ? left.map((schema, index) => [schema, right[index]!]) : unlike;
    }
    case 'named schemas': {
      if (!isObject(one) || !isObject(other)) return null;
      const names = Object.keys(one);
      const isLike = names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name));
      return isLike ? names.map((name) => [one[name]!, other[name]!]) : unlike;
    }
    default:
      return null;
  }
}

const unlike: readonly (readonly [Json, Json])[] = [[true, false]];

/** A schema without words, and without keywords that say nothing; of references alone, the last. */
function plainly(node: Json, source: SchemaSource): Json {
  if (node === true) return {};
  if (!isObject(node)) return node;
  if (source.ignoresSiblings && typeof node['$ref'] === 'string') return { $ref: node['$ref'] };
  const kept = Object.entries(withoutImplied(valuesAlone(translateOpenApi30(node)), source)).filter(
    ([keyword, value]) => value !== undefined && !isAnnotation(keyword) && !saysNothing(keyword, value),
  );
  const [first, ...more] = kept;
  if (first?.[0] === 'allOf' && more.length === 0 && listAt(first[1]).length === 1)
    return plainly(listAt(first[1])[0]!, source);
  if (first?.[0] === 'anyOf' && more.length === 0) return withNull(listAt(first[1])) ?? Object.fromEntries(kept);
  return Object.fromEntries(
    kept.map(([keyword, value]) => [keyword, keyword === 'type' ? sortedTypes(value as Json) : value]),
  );
}

/** Listed values are of the types that a schema asks for, and say those. */
function valuesAlone(node: JsonObject): JsonObject {
  const { type, const: only, enum: listed, ...others } = node;
  if (only === undefined && !Array.isArray(listed)) return node;
  const asked = type === undefined ? null : [type].flat();
  const values = only === undefined ? listAt(listed) : [only];
  const isAsked = (value: Json) => asked === null || asked.some((one) => isOfType(value, one as TypeName));
  const texts = values.filter(isAsked).map((value) => JSON.stringify(value));
  return {
    ...others,
    ...(only !== undefined && listed !== undefined && { allOf: [{ enum: listed }] }),
    enum: [...new Set(texts)].toSorted(),
  };
}

/** A oneOf says what an anyOf of the same schemas says. */
function withoutImplied(node: JsonObject, source: SchemaSource): JsonObject {
  const { anyOf, ...others } = node;
  const [one, any] = [listAt(node['oneOf']), listAt(anyOf)];
  if (one.length === 0 || one.length !== any.length) return node;
  return one.every((schema, index) => isCongruent(schema, any[index]!, source, compareNothing)) ? others : node;
}

function saysNothing(keyword: string, value: Json): boolean {
  if (keyword === 'readOnly' || keyword === 'writeOnly') return true;
  if (keyword === 'additionalProperties' || keyword === 'items') return value === true || isEmpty(value);
  if (keyword === 'propertyNames') return sameJson(value, { type: 'string' });
  if (keyword === 'required') return listAt(value).length === 0;
  return keyword === 'properties' && isEmpty(value);
}

const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0;

function sortedTypes(type: Json): Json {
  const [only, ...more] = Array.isArray(type) ? (type as readonly Json[]).toSorted() : [type];
  return more.length === 0 ? only! : [only!, ...more];
}

/** Keywords that are about values of every type. */
const general = ['$ref', 'enum', 'const', 'allOf', 'anyOf', 'oneOf', 'not', 'if'];

/** A schema of one type, or null, as a schema of both types. */
function withNull(members: readonly Json[]): Json | null {
  const [one, other, ...more] = members;
  if (more.length > 0 || !isObject(one) || !sameJson(other, { type: 'null' })) return null;
  const { type } = one;
  if (type === undefined || general.some((keyword) => one[keyword] !== undefined)) return null;
  const kept = Object.entries(one).filter(
    ([keyword, value]) => value !== undefined && !isAnnotation(keyword) && !saysNothing(keyword, value),
  );
  return { ...Object.fromEntries(kept), type: sortedTypes([...new Set([type, 'null'].flat())] as readonly Json[]) };
}

/** What a reference leads to in the end. */
function endOf(node: JsonObject, source: SchemaSource): Json | undefined {
  const seen = new Set<Json>();
  let current: Json | undefined = node;
  while (isObject(current) && typeof current['$ref'] === 'string' && !seen.has(current)) {
    if (Object.keys(current).length > 1 && !source.ignoresSiblings) break;
    seen.add(current);
    current = source.target(current);
  }
  return current;
}
