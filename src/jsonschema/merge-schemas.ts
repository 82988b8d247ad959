import { isAnything } from './idle-keywords.js';
import type { KeywordWith } from './keywords.js';
import { groupOf } from './walk-keywords.js';
import { isObject, listAt, objectAt, sameJson, type Json, type JsonObject } from '../json/json.js';

/** Builds the schema that allows what all of some schemas allow. */
export type Intersect = (schemas: readonly Json[]) => Json;

type Merge = (left: Json, right: Json, merging: Merging) => Json;

/** A merge of several schemas under way. */
interface Merging {
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

/** Marks merged keywords that allow other values than the schemas that were merged; no OpenAPI keyword contains a space. */
export const mergedLoosely = 'merged loosely';

/** Merges keywords into one set that allows what both allow, as far as keywords can express it; annotations come from `left`. */
export function mergeKeywords(left: JsonObject, right: JsonObject, intersect: Intersect): JsonObject {
  return mergeAll([left, right], intersect);
}

/** Merges keywords of many schemas as of two; annotations come from the first. */
export function mergeAll(schemas: readonly [JsonObject, ...JsonObject[]], intersect: Intersect): JsonObject {
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
    mergeOf.get(keyword) === apart && left[keyword] !== undefined && !sameJson(left[keyword], right[keyword]);
  const groups = new Set(Object.keys(right).filter(isApart).map(groupOf));
  for (const [keyword, value] of Object.entries(right)) {
    if (value === undefined) continue;
    if (groups.has(groupOf(keyword))) rest[keyword] = value;
    else result[keyword] = join(result[keyword], value, mergeOf.get(keyword) ?? first, merging);
  }
  if (Object.keys(rest).length > 0) {
    const list = ownList(result['allOf'], merging.made);
    list.push(rest);
    result['allOf'] = list;
  }
  if (isLoose) result[mergedLoosely] = true;
  return result;
}

/** A list to add to: itself where this merge made it, else a copy. */
function ownList(value: Json | undefined, made: Merging['made']): Json[] {
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

function join(left: Json | undefined, right: Json | undefined, merge: Merge, merging: Merging): Json | undefined {
  if (left === undefined) return right;
  if (right === undefined || left === right) return left;
  // What grew is not compared again and again.
  if (isObject(left) && isObject(right) && !merging.made.has(left) && sameJson(left, right)) return left;
  return merge(left, right, merging);
}

/** Where joined schemas keep their members, apart from an allOf in the document; no OpenAPI keyword contains a space. */
export const joinedMembers = 'joined members';

/** Marks joined schemas whose keywords are not merged. */
export const unmerged = 'unmerged';

/** The schemas that a value has to pass beside a schema itself. */
export function membersOf(node: JsonObject): readonly Json[] {
  return [...listAt(node['allOf']), ...listAt(node[joinedMembers])];
}

/** The most members of all joined schemas of a document; the ways to join components that contain each other are countless. */
const mostMembers = 2_000;

/** Joins schemas; equal inputs return the same node, so that circles of joined components close. Too many are joined without being merged. */
export function intersectSchemas(identity: (node: Json) => JsonObject): Intersect {
  const membersOf = new WeakMap<JsonObject, readonly JsonObject[]>();
  const numbers = new Map<JsonObject, number>();
  const joined = new Map<string, Json>();
  let membersLeft = mostMembers;
  const numberOf = (node: JsonObject): number => {
    if (!numbers.has(node)) numbers.set(node, numbers.size);
    return numbers.get(node)!;
  };
  const listMembers = (node: Json): readonly JsonObject[] =>
    (isObject(node) ? membersOf.get(node) : undefined) ?? (node === true ? [] : [identity(node)]);
  return (schemas) => {
    const members = [...new Set(schemas.flatMap(listMembers))];
    if (members.length === 0) return true;
    if (members.length === 1) return members[0]!;
    if (members.length > membersLeft) return { [joinedMembers]: members, [unmerged]: true };
    const key = members
      .map(numberOf)
      .sort((one, other) => one - other)
      .join();
    const known = joined.get(key);
    if (known !== undefined) return known;
    membersLeft -= members.length;
    const node: JsonObject = { [joinedMembers]: members };
    joined.set(key, node);
    membersOf.set(node, members);
    return node;
  };
}
