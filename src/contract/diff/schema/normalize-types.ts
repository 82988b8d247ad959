import { listAt, type Json, type JsonObject } from '../../../json/json.js';

/** Writes every spelling of a type as a sorted list that holds `null` where null is allowed; an absent type stays absent. */
export function normalizeTypes(keywords: JsonObject): JsonObject {
  const { type, nullable, ...rest } = keywords;
  if (type === undefined) return nullable === undefined ? keywords : rest;
  const names = typeof type === 'string' ? [type] : listAt(type).filter((name) => typeof name === 'string');
  const all = new Set<Json>(nullable === true ? [...names, 'null'] : names);
  if (all.has('number')) all.delete('integer');
  return { ...rest, type: [...all].toSorted() };
}
