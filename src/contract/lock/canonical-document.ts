import { codeUnitOrder } from '../../text/code-unit-order.js';
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';

/** Keywords whose values are data, so that the order of items matters. */
const data = new Set(['default', 'const', 'enum', 'example', 'examples']);

/** A copy with keys in code-unit order, and parameters, required members and tags sorted. */
export function sortCanonically(document: JsonObject): JsonObject {
  const tags = listAt(document['tags']);
  return sortObject(
    tags.length === 0 ? document : { ...document, tags: [...tags].sort((a, b) => codeUnitOrder(nameOf(a), nameOf(b))) },
  );
}

function sortObject(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortMember(value[key], key)]),
  );
}

function sortMember(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) {
    if (data.has(key)) return value;
    const items = value.map((item: Json) => sortMember(item, '') ?? null);
    if (key === 'parameters' && items.every(isObject)) return items.sort(inParameterOrder);
    return key === 'required' && items.every((item) => typeof item === 'string') ? items.sort() : items;
  }
  return isObject(value) ? sortObject(value) : value;
}

const nameOf = (tag: Json) => textAt(objectAt(tag)['name']) ?? '';

/** The order of parameters in a lock. */
export function inParameterOrder(a: Json, b: Json): number {
  return codeUnitOrder(parameterKey(a), parameterKey(b));
}

const parameterKey = (parameter: Json) =>
  [textAt(objectAt(parameter)['in']), nameOf(parameter), textAt(objectAt(parameter)['$ref'])].join(' ');
