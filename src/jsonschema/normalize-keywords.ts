import { isObject, listAt, lookupKey, type Json, type JsonObject } from '../json/json.js';
import type { Intersect } from './intersect-schemas.js';
import { mergedLoosely, mergeSchemas } from './merge-schemas.js';
import { translateOpenApi30 } from './translate-openapi-30.js';
import { isAnnotation } from './walk-keywords.js';

/** Turns a type into a sorted list without what another one covers; an absent type stays absent. */
export function normalizeTypes(keywords: JsonObject): JsonObject {
  if (keywords['type'] === undefined) return keywords;
  const all = new Set<Json>(typesOf(keywords).filter((name) => typeof name === 'string'));
  if (all.has('number')) all.delete('integer');
  return { ...keywords, type: [...all].toSorted() };
}

/** Replaces a `oneOf` or `anyOf` that only means a nullable schema, a list of types or a list of constants. */
export function unwrapAlternatives(keywords: JsonObject, schemas: Schemas): JsonObject {
  return unwrap(unwrap(keywords, 'oneOf', schemas), 'anyOf', schemas);
}

/** Reads and joins the schemas of a document. */
interface Schemas {
  readonly expand: (node: Json) => JsonObject;
  readonly intersect: Intersect;
}

function unwrap(keywords: JsonObject, keyword: 'oneOf' | 'anyOf', { expand, intersect }: Schemas): JsonObject {
  const members = listAt(keywords[keyword]);
  const { [keyword]: _, ...rest } = keywords;
  switch (plainMeaningOf(members)) {
    case 'nullable':
      return asNullable(rest, expand(members.find((member) => !isNull(member))!), intersect);
    case 'types':
      return rest['type'] === undefined ? { ...rest, type: joinTypes(members.map(translated)) } : keywords;
    case 'constants':
      return rest['enum'] === undefined ? { ...rest, ...joinConstants(members.map(translated)) } : keywords;
    default:
      return keywords;
  }
}

/** What the members of a `oneOf` or `anyOf` mean that is no choice between schemas; null where it is one. */
export function plainMeaningOf(members: readonly Json[]): 'nullable' | 'types' | 'constants' | null {
  if (members.length === 0) return null;
  if (members.length === 2 && members.filter(isNull).length === 1) return 'nullable';
  const all = members.map(translated);
  return all.every(isBareType) ? 'types' : all.every(isConstant) ? 'constants' : null;
}

const translated = (member: Json): Json => (isObject(member) ? translateOpenApi30(member) : member);

function asNullable(outer: JsonObject, inner: JsonObject, intersect: Intersect): JsonObject {
  const types = inner['type'] === undefined ? undefined : [...new Set([...listAt(inner['type']), 'null'])].toSorted();
  const values = inner['enum'] === undefined ? undefined : [...listAt(inner['enum']), null];
  const nullable = { ...inner, ...(types && { type: types }), ...(values && { enum: values }) };
  const isAlone = Object.keys(outer).every(isAnnotation);
  return { ...mergeSchemas([outer, nullable], intersect), ...(!isAlone && { [mergedLoosely]: true }) };
}

/** Whether a schema says that it allows null alone, and nothing more: beside `not` it may allow nothing. */
export function isNull(member: Json): boolean {
  return isBareType(member) && typesOf(member as JsonObject).every((type) => type === 'null');
}

const simpleTypes = new Set<Json>(['string', 'number', 'integer', 'boolean', 'null']);

function isBareType(member: Json): boolean {
  return (
    isObject(member) &&
    typesOf(member).length > 0 &&
    typesOf(member).every((type) => simpleTypes.has(type)) &&
    Object.keys(member).every((key) => key === 'type' || isAnnotation(key))
  );
}

function typesOf(member: JsonObject): readonly Json[] {
  return typeof member['type'] === 'string' ? [member['type']] : listAt(member['type']);
}

function joinTypes(members: readonly Json[]): readonly Json[] {
  const all = new Set(members.flatMap((member) => typesOf(member as JsonObject)));
  if (all.has('number')) all.delete('integer');
  return [...all].toSorted();
}

function isConstant(member: Json): boolean {
  return (
    isObject(member) &&
    member['const'] !== undefined &&
    Object.keys(member).every((key) => key === 'const' || key === 'type' || isAnnotation(key))
  );
}

function joinConstants(members: readonly Json[]): JsonObject {
  const values = members.map((member) => (member as JsonObject)['const'] as Json);
  const distinct = [...new Map(values.map((value) => [lookupKey(value), value])).values()];
  const types = [...new Set(members.flatMap((member) => typesOf(member as JsonObject)))].toSorted();
  return { enum: distinct, ...(types.length > 0 && { type: types }) };
}
