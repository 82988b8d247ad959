import { codeUnitOrder } from '../../text/code-unit-order.js';
import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';
import { contentOf } from '../../openapi/document-members.js';

/** A copy with keys in code-unit order, and parameters, required members and tags sorted. */
export function sortCanonically(document: JsonObject): JsonObject {
  const tags = listAt(document['tags']);
  return sortObject(
    tags.length === 0 ? document : { ...document, tags: [...tags].sort((a, b) => codeUnitOrder(nameOf(a), nameOf(b))) },
  );
}

const sortObject = sortingOnce((value: JsonObject) => sortKeys(value, sortMember));

/** What documents of neighbouring versions share is sorted once, and the locks share the result. */
function sortingOnce<Value extends object, Sorted>(sort: (value: Value) => Sorted): (value: Value) => Sorted {
  const known = new WeakMap<Value, Sorted>();
  return (value) => {
    const sorted = known.get(value) ?? sort(value);
    known.set(value, sorted);
    return sorted;
  };
}

function sortKeys(value: JsonObject, sort: (inner: Json | undefined, key: string) => Json | undefined): JsonObject {
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sort(value[key], key)]),
  );
}

function sortMember(value: Json | undefined, member: string): Json | undefined {
  const content = contentOf(member);
  if (content === 'data' || content === 'words') return sortData(value);
  if (content === 'named' && isObject(value)) return sortKeys(value, sortPart);
  if (member === 'required' && Array.isArray(value) && value.every((item) => typeof item === 'string'))
    return value.toSorted();
  const sorted = sortPart(value);
  return member === 'parameters' && Array.isArray(sorted) && sorted.every((item: Json) => isObject(item))
    ? sorted.toSorted(inParameterOrder)
    : sorted;
}

function sortPart(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => sortPart(item) ?? null);
  return isObject(value) ? sortObject(value) : value;
}

/** The order of items matters in data, and so does that of a list called `required`. */
function sortData(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => sortData(item) ?? null);
  return isObject(value) ? sortDataKeys(value) : value;
}

const sortDataKeys = sortingOnce((value: JsonObject) => sortKeys(value, sortData));

const nameOf = (tag: Json) => textAt(objectAt(tag)['name']) ?? '';

/** The order of parameters in a lock. */
export function inParameterOrder(a: Json, b: Json): number {
  return codeUnitOrder(parameterKey(a), parameterKey(b));
}

const parameterKey = (parameter: Json) =>
  [textAt(objectAt(parameter)['in']), nameOf(parameter), textAt(objectAt(parameter)['$ref'])].join(' ');
