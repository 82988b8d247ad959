import { isObject, listAt, sameJson, type Json, type JsonObject } from '../json/json.js';

/** Turns the boolean `exclusiveMinimum` and `exclusiveMaximum` of OpenAPI 3.0 into the numbers of 3.1. */
export function normalizeBounds(keywords: JsonObject): JsonObject {
  if (typeof keywords['exclusiveMinimum'] !== 'boolean' && typeof keywords['exclusiveMaximum'] !== 'boolean')
    return keywords;
  const result: Record<string, Json | undefined> = { ...keywords };
  makeNumeric(result, 'exclusiveMinimum', 'minimum');
  makeNumeric(result, 'exclusiveMaximum', 'maximum');
  return result;
}

function makeNumeric(keywords: Record<string, Json | undefined>, exclusive: string, inclusive: string): void {
  if (typeof keywords[exclusive] !== 'boolean') return;
  const strict = keywords[exclusive];
  delete keywords[exclusive];
  if (!strict || keywords[inclusive] === undefined) return;
  keywords[exclusive] = keywords[inclusive];
  delete keywords[inclusive];
}

/** Turns every spelling of a type into a sorted list, with `null` where null is allowed; an absent type stays absent. */
export function normalizeTypes(keywords: JsonObject): JsonObject {
  const { type, nullable, ...rest } = keywords;
  if (type === undefined) return nullable === undefined ? keywords : rest;
  const names = typeof type === 'string' ? [type] : listAt(type).filter((name) => typeof name === 'string');
  const all = new Set<Json>(nullable === true ? [...names, 'null'] : names);
  if (all.has('number')) all.delete('integer');
  return { ...rest, type: [...all].toSorted() };
}

const annotations = new Set([
  'title',
  'description',
  'example',
  'examples',
  '$comment',
  'externalDocs',
  'deprecated',
  '$id',
  '$schema',
  'xml',
]);

/** Whether a keyword only documents a schema and never decides whether a value is valid. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-');
}

/** Replaces a `oneOf` or `anyOf` that only means a nullable schema, a list of types or a list of constants. */
export function unwrapAlternatives(keywords: JsonObject, expand: (node: Json) => JsonObject): JsonObject {
  return unwrap(unwrap(keywords, 'oneOf', expand), 'anyOf', expand);
}

function unwrap(keywords: JsonObject, keyword: 'oneOf' | 'anyOf', expand: (node: Json) => JsonObject): JsonObject {
  const members = listAt(keywords[keyword]);
  if (members.length === 0) return keywords;
  const { [keyword]: _, ...rest } = keywords;
  const others = members.filter((member) => !isNull(member));
  if (others.length === 1 && members.length === 2) return asNullable(rest, expand(others[0]!));
  if (rest['type'] === undefined && members.every(isBareType)) return { ...rest, type: joinTypes(members) };
  if (rest['enum'] === undefined && members.every(isConstant)) return { ...rest, ...joinConstants(members) };
  return keywords;
}

function asNullable(outer: JsonObject, inner: JsonObject): JsonObject {
  const types = inner['type'] === undefined ? undefined : [...new Set([...listAt(inner['type']), 'null'])].toSorted();
  const values = inner['enum'] === undefined ? undefined : [...listAt(inner['enum']), null];
  return { ...inner, ...outer, ...(types && { type: types }), ...(values && { enum: values }) };
}

function isNull(member: Json): boolean {
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
    Object.keys(member).every((key) => key === 'type' || key === 'nullable' || isAnnotation(key))
  );
}

function typesOf(member: JsonObject): readonly Json[] {
  const types = typeof member['type'] === 'string' ? [member['type']] : listAt(member['type']);
  return member['nullable'] === true ? [...types, 'null'] : types;
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
