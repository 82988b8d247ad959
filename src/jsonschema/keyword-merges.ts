import type { KeywordWith } from './keywords.js';
import { isObject, listAt, objectAt, sameJson, type Json, type JsonObject } from '../json/json.js';

type Merge = (left: Json, right: Json, merging: Merging) => Json;

/** A merge of several schemas under way. */
export interface Merging {
  /** The schemas that are to be joined, by what stands for them meanwhile. */
  readonly waiting: Map<Json, Json[]>;
  /** The objects and lists that it made itself, which grow, so that many schemas are merged in one pass; with the names in lists of names. */
  readonly made: Map<object, Set<Json> | null>;
}

const highest: Merge = (left, right) => Math.max(Number(left), Number(right));
const lowest: Merge = (left, right) => Math.min(Number(left), Number(right));
const union: Merge = (left, right, { made }) => {
  const list = ownList(left, made);
  const known = made.get(list) ?? new Set(list);
  made.set(list, known);
  for (const one of listAt(right)) {
    if (known.has(one)) continue;
    known.add(one);
    list.push(one);
  }
  return list;
};
const joinLists: Merge = (left, right, { made }) => {
  const list = ownList(left, made);
  for (const one of listAt(right)) list.push(one);
  return list;
};
const shared: Merge = (left, right) =>
  listAt(left).filter((item) => listAt(right).some((other) => sameJson(item, other)));
const either: Merge = (left, right) => left === true || right === true;
const both: Merge = (left, right, { waiting }) => {
  const known = waiting.get(left);
  if (known) {
    known.push(right);
    return left;
  }
  const joint: JsonObject = {};
  waiting.set(joint, [left, right]);
  return joint;
};
const eachOf =
  (merge: Merge): Merge =>
  (left, right, merging) => {
    const [result, other] = [ownObject(left, merging.made), objectAt(right)];
    for (const key of Object.keys(other)) result[key] = join(result[key], other[key], merge, merging);
    return result;
  };
const eachKey = eachOf(both);
const sharedTypes: Merge = (left, right) => {
  const covers = (types: Json, type: Json) =>
    listAt(types).includes(type) || (type === 'integer' && listAt(types).includes('number'));
  return [
    ...new Set([
      ...listAt(left).filter((type) => covers(right, type)),
      ...listAt(right).filter((type) => covers(left, type)),
    ]),
  ].toSorted();
};
const stricter: Merge = (left, right, merging) => {
  if (left === false || right === false) return false;
  if (left === true) return right;
  return right === true ? left : both(left, right, merging);
};

const first: Merge = (left) => left;

/** The second stays a member of allOf, with the keywords that say nothing without it. */
const apart = null;

const merges: Readonly<
  Record<
    KeywordWith<{
      readonly role: 'assertion' | 'direction' | 'hint' | 'mark';
      readonly in: 'all' | '2020-12' | 'openapi';
    }>,
    Merge | typeof apart
  >
> = {
  minimum: highest,
  exclusiveMinimum: highest,
  minLength: highest,
  minItems: highest,
  minProperties: highest,
  minContains: apart,
  maximum: lowest,
  exclusiveMaximum: lowest,
  maxLength: lowest,
  maxItems: lowest,
  maxProperties: lowest,
  maxContains: apart,
  multipleOf: apart,
  pattern: (left, right) => `(?=${String(left)})(?=${String(right)})`,
  format: apart,
  contentEncoding: apart,
  contentMediaType: apart,
  contentSchema: apart,
  uniqueItems: either,
  type: sharedTypes,
  enum: shared,
  const: apart,
  required: union,
  dependentRequired: eachOf(union),
  properties: eachKey,
  patternProperties: eachKey,
  additionalProperties: stricter,
  unevaluatedProperties: stricter,
  propertyNames: both,
  prefixItems: apart,
  items: both,
  unevaluatedItems: stricter,
  contains: apart,
  allOf: joinLists,
  anyOf: apart,
  oneOf: apart,
  not: (left, right, { made }) => {
    if (made.has(objectAt(left))) {
      (objectAt(left)['anyOf'] as Json[]).push(right);
      return left;
    }
    const none: JsonObject = { anyOf: [left, right] };
    made.set(none, null);
    return none;
  },
  if: apart,
  then: apart,
  else: apart,
  dependentSchemas: eachKey,
  $ref: apart,
  $dynamicRef: apart,
  readOnly: either,
  writeOnly: either,
  deprecated: either,
  default: first,
  discriminator: first,
  xml: first,
};
const mergeOf: ReadonlyMap<string, Merge | typeof apart> = new Map(Object.entries(merges));

/** Whether two values of a keyword cannot be merged. */
export const staysApart = (keyword: string): boolean => mergeOf.get(keyword) === apart;

/** Merges the values of one keyword; an unknown keyword keeps the first. */
export const mergeValues = (keyword: string, left: Json | undefined, right: Json, merging: Merging): Json | undefined =>
  join(left, right, mergeOf.get(keyword) ?? first, merging);

function join(left: Json | undefined, right: Json | undefined, merge: Merge, merging: Merging): Json | undefined {
  if (left === undefined) return right;
  if (right === undefined || left === right) return left;
  // What grew is not compared again and again.
  if (isObject(left) && isObject(right) && !merging.made.has(left) && sameJson(left, right)) return left;
  return merge(left, right, merging);
}

/** A list to add to: itself where this merge made it, else a copy. */
export function ownList(value: Json | undefined, made: Merging['made']): Json[] {
  const list = listAt(value);
  if (made.has(list)) return list as Json[];
  const copy = [...list];
  made.set(copy, null);
  return copy;
}

/** An object to add to: itself where this merge made it, else a copy. */
function ownObject(value: Json | undefined, made: Merging['made']): Record<string, Json | undefined> {
  const object = objectAt(value);
  if (made.has(object)) return object as Record<string, Json | undefined>;
  const copy = Object.assign(Object.create(null) as Record<string, Json | undefined>, object);
  made.set(copy, null);
  return copy;
}
