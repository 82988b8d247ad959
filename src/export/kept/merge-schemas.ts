import { isObject, type Json, type JsonObject, listAt, objectAt, sameJson } from '../../json/json.js';
import { isAnnotation } from '../../jsonschema/walk-keywords.js';

/** Follows the references of the document that holds a source. */
export type Resolve = (node: Json | undefined) => JsonObject;

/**
 * A schema that somebody wrote, with what differs between two descriptions of it: where `newer` and `older` say the same, the source stays as it is.
 * Where the source has another structure than `newer`, the result is `older` with the source's annotations.
 */
export function mergeSchemas(source: Json, newer: Json, older: Json, resolve: Resolve): Json {
  if (sameJson(newer, older)) return source;
  if (!isObject(source) || !isObject(newer) || !isObject(older)) return older;
  return mergeObjects(source, newer, older, resolve);
}

function mergeObjects(source: JsonObject, newer: JsonObject, older: JsonObject, resolve: Resolve): Json {
  if (source['$ref'] !== undefined && newer['$ref'] === undefined)
    return mergeSchemas(resolve(source), newer, older, resolve);
  const inAllOf = referenceInAllOf(source, newer, older);
  if (inAllOf) return inAllOf;
  const changed = changedKeys(newer, older);
  const isAligned = changed.every((key) => source[key] !== undefined || newer[key] === undefined);
  if (!isAligned) return { ...annotationsOf(source), ...older };
  const names = renamedMembers(objectAt(newer['properties']), objectAt(older['properties']));
  const merged: Record<string, Json> = {};
  for (const [key, value] of Object.entries(source)) {
    if (value === undefined) continue;
    if (!changed.includes(key)) merged[key] = value;
    else if (older[key] !== undefined || key === 'required')
      merged[key] = mergeKeyword(key, value, newer[key], older[key], names, resolve);
  }
  for (const key of changed) if (source[key] === undefined && older[key] !== undefined) merged[key] = older[key];
  if (merged['required'] !== undefined && listAt(merged['required']).length === 0) delete merged['required'];
  return merged;
}

/** The keys whose values two descriptions do not share. */
const changedKeys = (newer: JsonObject, older: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(newer), ...Object.keys(older)])].filter((key) => !sameJson(newer[key], older[key]));

const annotationsOf = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => isAnnotation(key)));

/** OpenAPI 3.0 has a reference in an `allOf`, because it ignores what stands beside one. */
function referenceInAllOf(source: JsonObject, newer: JsonObject, older: JsonObject): Json | null {
  const [from, to] = [newer['$ref'], older['$ref']];
  if (from === undefined || to === undefined || source['$ref'] !== undefined) return null;
  const parts = listAt(source['allOf']);
  if (!parts.some((part) => objectAt(part)['$ref'] === from)) return null;
  return {
    ...source,
    allOf: parts.map((part) => (objectAt(part)['$ref'] === from ? { ...objectAt(part), $ref: to } : part)),
  };
}

function mergeKeyword(
  key: string,
  source: Json,
  newer: Json | undefined,
  older: Json | undefined,
  names: ReadonlyMap<string, string>,
  resolve: Resolve,
): Json {
  if (newer === undefined && older !== undefined) return older;
  if (key === 'properties') return mergeMembers(source, newer!, older!, names, resolve);
  if (key === 'required') return mergeSets(source, newer, older, names);
  if (key === 'enum') return mergeSets(source, newer, older, new Map());
  if (Array.isArray(source) && Array.isArray(newer) && Array.isArray(older)) {
    const [items, from, to] = [source, newer, older] as readonly (readonly Json[])[];
    if (items!.length !== from!.length || items!.length !== to!.length) return older!;
    return items!.map((item, index) => mergeSchemas(item, from![index]!, to![index]!, resolve));
  }
  return mergeSchemas(source, newer!, older!, resolve);
}

/** The older name of each member that only has another name, in the order of both. */
function renamedMembers(newer: JsonObject, older: JsonObject): ReadonlyMap<string, string> {
  const added = Object.keys(older).filter((name) => !Object.hasOwn(newer, name));
  const names = new Map<string, string>();
  for (const name of Object.keys(newer)) {
    if (Object.hasOwn(older, name)) continue;
    const at = added.findIndex((one) => sameJson(newer[name], older[one]));
    if (at >= 0) names.set(name, added.splice(at, 1)[0]!);
  }
  return names;
}

function mergeMembers(
  source: Json,
  newerMembers: Json,
  olderMembers: Json,
  names: ReadonlyMap<string, string>,
  resolve: Resolve,
): Json {
  const [newer, older] = [objectAt(newerMembers), objectAt(olderMembers)];
  const merged: (readonly [string, Json])[] = [];
  for (const [name, schema] of Object.entries(objectAt(source))) {
    if (schema === undefined) continue;
    const renamed = names.get(name);
    if (renamed !== undefined) merged.push([renamed, schema]);
    else if (!Object.hasOwn(newer, name)) merged.push([name, older[name] ?? schema]);
    else if (Object.hasOwn(older, name)) merged.push([name, mergeSchemas(schema, newer[name]!, older[name]!, resolve)]);
  }
  const known = new Set(merged.map(([name]) => name));
  const added = Object.entries(older).filter(([name]) => !known.has(name) && !Object.hasOwn(newer, name));
  // `__proto__` is a name like any other.
  return Object.fromEntries([...merged, ...(added as [string, Json][])]);
}

/** A list without order: what the newer one alone has goes, and what the older one alone has comes. */
function mergeSets(
  source: Json,
  newer: Json | undefined,
  older: Json | undefined,
  names: ReadonlyMap<string, string>,
): Json {
  const has = (list: Json | undefined, value: Json) => listAt(list).some((one) => sameJson(one, value));
  const kept = listAt(source)
    .map((value) => {
      const renamed = typeof value === 'string' ? names.get(value) : undefined;
      return renamed !== undefined && has(older, renamed) ? renamed : value;
    })
    .filter((value) => has(older, value) || !has(newer, value));
  return [...kept, ...listAt(older).filter((value) => !has(newer, value) && !has(kept, value))];
}
