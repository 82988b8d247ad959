import { isAnything } from './idle-keywords.js';
import type { Intersect } from './intersect-schemas.js';
import { mergeValues, type Merging, ownList, staysApart } from './keyword-merges.js';
import { groupOf } from './walk-keywords.js';
import { listAt, objectAt, sameJson, type Json, type JsonObject } from '../json/json.js';

/** Marks merged keywords that allow other values than the schemas that were merged; no OpenAPI keyword contains a space. */
export const mergedLoosely = 'merged loosely';

/** Merges schemas into one that allows what all allow, as far as keywords can express it; annotations come from the first. */
export function mergeSchemas(schemas: readonly [JsonObject, ...JsonObject[]], intersect: Intersect): JsonObject {
  const merging: Merging = { waiting: new Map(), made: new Map() };
  const merged = schemas.reduce((left, right) => mergeTwo(left, right, merging));
  if (merging.waiting.size === 0) return merged;
  const finish = (holder: JsonObject): Record<string, Json | undefined> => {
    const finished = holder as Record<string, Json | undefined>;
    for (const key of Object.keys(finished)) {
      const members = merging.waiting.get(finished[key]!);
      if (members) finished[key] = intersect(members);
    }
    return finished;
  };
  for (const made of merging.made.keys()) if (!Array.isArray(made)) finish(made as JsonObject);
  return finish({ ...merged });
}

function mergeTwo(left: JsonObject, right: JsonObject, merging: Merging): JsonObject {
  const isLoose = limitsOthers(left, right) || limitsOthers(right, left);
  const result: Record<string, Json | undefined> = { ...left };
  const rest: Record<string, Json | undefined> = {};
  const isApart = (keyword: string) =>
    staysApart(keyword) && left[keyword] !== undefined && !sameJson(left[keyword], right[keyword]);
  const groups = new Set(Object.keys(right).filter(isApart).map(groupOf));
  for (const [keyword, value] of Object.entries(right)) {
    if (value === undefined) continue;
    if (groups.has(groupOf(keyword))) rest[keyword] = value;
    else result[keyword] = mergeValues(keyword, result[keyword], value, merging);
  }
  if (Object.keys(rest).length > 0) {
    const list = ownList(result['allOf'], merging.made);
    list.push(rest);
    result['allOf'] = list;
  }
  if (isLoose) result[mergedLoosely] = true;
  return result;
}

/** Whether what one schema says of other members or items is about some that the other one describes. */
function limitsOthers(one: JsonObject, other: JsonObject): boolean {
  const lacks = (keyword: string) =>
    Object.keys(objectAt(other[keyword])).some((name) => !Object.hasOwn(objectAt(one[keyword]), name));
  return (
    (!isOpen(one['additionalProperties']) && (lacks('properties') || lacks('patternProperties'))) ||
    (!isOpen(one['items']) && listAt(other['prefixItems']).length > listAt(one['prefixItems']).length)
  );
}

const isOpen = (schema: Json | undefined) => schema === undefined || isAnything(schema);
