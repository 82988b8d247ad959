import { isObject, listAt, type Json, type JsonObject } from '../json/json.js';
import type { Keyword } from './keywords.js';
import { keywordFacts } from './walk-keywords.js';

/** Patterns that every text matches; `^.*$` is none, because a dot is no line break. */
const matchingAll = new Set<Json>(['', '.*', '^', '$', '[\\s\\S]*', '^[\\s\\S]*$', '^.*', '.*$']);

const isNoLimit = (value: Json) => typeof value === 'number' && value <= 0;
const isFalse = (value: Json) => value === false;
const isEmptyList = (value: Json) => Array.isArray(value) && value.length === 0;
const isEmptyMap = (value: Json) => isObject(value) && Object.keys(value).length === 0;
const isMapOf = (isNone: (value: Json) => boolean) => (value: Json) =>
  isObject(value) && Object.values(value).every((one) => one !== undefined && isNone(one));

/** Whether a schema is written as one that every value passes. */
export const isAnything = (schema: Json): boolean => schema === true || isEmptyMap(schema);

const areAnything = (value: Json) => Array.isArray(value) && listAt(value).every(isAnything);

/** The values with which a keyword says nothing: no value fails it, and it evaluates no member and no item. */
const idleValues: Partial<Record<Keyword, (value: Json) => boolean>> = {
  minLength: isNoLimit,
  minItems: isNoLimit,
  minProperties: isNoLimit,
  minContains: (value) => value === 1,
  uniqueItems: isFalse,
  nullable: isFalse,
  readOnly: isFalse,
  writeOnly: isFalse,
  not: isFalse,
  pattern: (value) => matchingAll.has(value),
  required: isEmptyList,
  prefixItems: isEmptyList,
  allOf: areAnything,
  anyOf: areAnything,
  oneOf: (value) => areAnything(value) && listAt(value).length < 2,
  properties: isEmptyMap,
  patternProperties: isEmptyMap,
  propertyNames: isAnything,
  dependentRequired: isMapOf(isEmptyList),
  dependentSchemas: isMapOf(isAnything),
};
const idleValueOf: ReadonlyMap<string, (value: Json) => boolean> = new Map(Object.entries(idleValues));

/** Whether a schema says the same without one of its keywords: `minLength: 0`, or `then` without `if`; an absent keyword is idle. */
export function isIdle(keyword: string, schema: JsonObject): boolean {
  const value = schema[keyword];
  if (value === undefined) return true;
  const beside = keywordFacts.get(keyword)?.beside;
  return (beside !== undefined && schema[beside] === undefined) || idleValueOf.get(keyword)?.(value) === true;
}
