import { isObject, listAt, sameJson, type Json, type JsonObject } from '../json/json.js';
import { mergedLoosely, mergeKeywords, type Intersect } from './merge-schemas.js';
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
  const written = listAt(keywords[keyword]);
  if (written.length === 0) return keywords;
  const { [keyword]: _, ...rest } = keywords;
  const others = written.filter((member) => !isNull(member));
  if (others.length === 1 && written.length === 2) return asNullable(rest, expand(others[0]!), intersect);
  const members = written.map((member) => (isObject(member) ? translateOpenApi30(member) : member));
  if (rest['type'] === undefined && members.every(isBareType)) return { ...rest, type: joinTypes(members) };
  if (rest['enum'] === undefined && members.every(isConstant)) return { ...rest, ...joinConstants(members) };
  return keywords;
}

function asNullable(outer: JsonObject, inner: JsonObject, intersect: Intersect): JsonObject {
  const types = inner['type'] === undefined ? undefined : [...new Set([...listAt(inner['type']), 'null'])].toSorted();
  const values = inner['enum'] === undefined ? undefined : [...listAt(inner['enum']), null];
  const nullable = { ...inner, ...(types && { type: types }), ...(values && { enum: values }) };
  const isAlone = Object.keys(outer).every(isAnnotation);
  return { ...mergeKeywords(outer, nullable, intersect), ...(!isAlone && { [mergedLoosely]: true }) };
}

/** Whether a schema allows null alone. */
export function isNull(member: Json): boolean {
  return (
    isObject(member) &&
    (member['type'] === 'null' || (listAt(member['type']).length === 1 && listAt(member['type'])[0] === 'null'))
  );
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
  const distinct = values.filter((value, index) => values.findIndex((other) => sameJson(other, value)) === index);
  const types = [...new Set(members.flatMap((member) => typesOf(member as JsonObject)))].toSorted();
  return { enum: distinct, ...(types.length > 0 && { type: types }) };
}
