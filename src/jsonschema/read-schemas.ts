import { isObject, listAt, objectAt, sameJson, type Json, type JsonObject } from '../json/json.js';
import { allOfMembers, type Intersect, intersectSchemas, joinedMembers, unmerged } from './intersect-schemas.js';
import { mergedLoosely, mergeSchemas } from './merge-schemas.js';
import { isNull, normalizeTypes, unwrapAlternatives } from './normalize-keywords.js';
import { translateOpenApi30 } from './translate-openapi-30.js';
import { isAnnotation, keywordsFor } from './walk-keywords.js';
import type { SchemaSource } from './containment/schema-source.js';

/** A schema as the checks read it: references followed, allOf merged, OpenAPI 3.0 spellings turned into those of 3.1. */
export interface SchemaView {
  /** The keywords after normalization, without `type`, `nullable` and `$ref`. */
  readonly keywords: JsonObject;
  /** Sorted type names without null; empty means any type. */
  readonly types: readonly string[];
  readonly nullable: boolean;
  readonly properties: JsonObject;
  readonly required: ReadonlySet<string>;
  /** The allOf members as written, before they were merged. */
  readonly allOf: readonly Json[];
  /** Whether the keywords allow what the schema allows; what members say of each other's properties and items can be lost. */
  readonly isExact: boolean;
}

/** Reads the schemas of one document, each once. */
export interface SchemaReader {
  readonly view: (node: Json | undefined) => SchemaView;
  /** The node that identifies a schema: for a plain reference its target, so that a target has one identity. */
  readonly identity: (node: Json | undefined) => JsonObject;
}

/** What follows references: the object at the end of a chain of `$ref`. */
export interface References {
  readonly resolve: (node: Json | undefined) => JsonObject;
  /** What the `$ref` of an object points to, one step away; undefined when there is nothing. */
  readonly target: SchemaSource['target'];
  /** OpenAPI 3.0 ignores whatever stands beside a `$ref`. */
  readonly ignoresSiblings: boolean;
}

const anything: JsonObject = Object.freeze({});
const nothing: JsonObject = Object.freeze({ not: Object.freeze({}) });

const isReference = (node: JsonObject) => typeof node['$ref'] === 'string';
const isPlainReference = (node: JsonObject) => isReference(node) && Object.keys(node).length === 1;

/** Follows references, or some of them; the object is empty where a chain is broken or circular, or leads to `true`. */
export function followReferences(target: SchemaSource['target'], follows = isReference): References['resolve'] {
  const known = new WeakMap<JsonObject, JsonObject>();
  return (node) => {
    const passed = new Set<JsonObject>();
    let current = node;
    while (isObject(current) && follows(current) && !passed.has(current) && !known.has(current)) {
      passed.add(current);
      current = target(current);
    }
    const end = !isObject(current)
      ? current === false
        ? nothing
        : anything
      : (known.get(current) ?? (passed.has(current) ? anything : current));
    for (const one of passed) known.set(one, end);
    return end;
  };
}

/** Opens the schemas of a document; each is read once, when it is first needed. */
export function readSchemas(document: References): SchemaReader {
  const views = new Map<JsonObject, SchemaView>();
  // What stands beside a reference counts for those that lead to it, too.
  const follow = document.ignoresSiblings ? document.resolve : followReferences(document.target, isPlainReference);
  const identity = (node: Json | undefined): JsonObject => {
    if (!isObject(node)) return node === false ? nothing : anything;
    return isPlainReference(node) ? follow(node) : node;
  };
  const targetOf = (node: JsonObject): JsonObject => follow(document.target(node));
  const expand = expandSchemas(document.ignoresSiblings, targetOf, intersectSchemas(identity));
  return {
    identity,
    view: (node) => {
      const key = identity(node);
      const known = views.get(key);
      if (known) return known;
      const view = createView(expand(key));
      views.set(key, view);
      return view;
    },
  };
}

/** Follows references and merges allOf, once for each node; a circular allOf allows anything. */
function expandSchemas(
  ignoresSiblings: boolean,
  targetOf: (node: JsonObject) => JsonObject,
  intersect: Intersect,
): (node: Json | undefined) => JsonObject {
  const joins = joinsOf(ignoresSiblings, targetOf);
  const known = new Map<JsonObject, JsonObject>();
  const open = new Set<JsonObject>();
  const expand = (node: Json | undefined): JsonObject => {
    if (!isObject(node)) return node === false ? nothing : anything;
    const found = known.get(node);
    if (found) return found;
    const waiting = [node];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (known.has(next) && !open.has(next)) continue;
      if (open.delete(next)) {
        known.set(next, expandNode(next));
        continue;
      }
      known.set(next, anything);
      open.add(next);
      waiting.push(next);
      for (const needed of joins.neededBy(next).toReversed())
        if (isObject(needed) && !known.has(needed)) waiting.push(needed);
    }
    return known.get(node)!;
  };
  const plains = new Map<JsonObject, JsonObject>();
  const plainOf = (node: JsonObject): JsonObject => {
    const { $ref, allOf, [joinedMembers]: _, ...own } = joins.isAlone(node) ? withoutAssertions(node) : node;
    const plain =
      plains.get(node) ?? unwrapAlternatives(normalizeTypes(translateOpenApi30(own)), { expand, intersect });
    plains.set(node, plain);
    return plain;
  };
  const readPart = (node: Json, whole: JsonObject): JsonObject => {
    if (!isObject(node)) return node === false ? nothing : anything;
    if (node[unmerged] === true) return { allOf: node[joinedMembers] };
    return node !== whole && joins.isUnit(node) ? withoutMembers(expand(node)) : plainOf(node);
  };
  const expandNode = (node: JsonObject): JsonObject => {
    const [own, ...others] = joins.partsOf(node).map((part) => readPart(part, node));
    const merged = mergeSchemas([own!, ...others], intersect);
    const members = joins.writtenMembersOf(node);
    const result = joins.isUnit(node) ? allowNull(merged) : merged;
    return members.length > 0 ? { ...result, [writtenMembers]: members } : result;
  };
  return expand;
}

/** The most schemas that all schemas of a document join; what is joined beyond that keeps its members apart. */
const mostParts = 500_000;

/** How schemas join others, by references and `allOf`. */
function joinsOf(ignoresSiblings: boolean, targetOf: (node: JsonObject) => JsonObject) {
  const isAlone = (node: JsonObject) => ignoresSiblings && isReference(node);
  /** What a schema that is joined says cannot be told apart from its `nullable`, which speaks of all of it. */
  const isUnit = (node: JsonObject) => node['nullable'] === true && !isAlone(node);
  const joinedBy = (node: JsonObject): readonly Json[] => [
    ...(isReference(node) ? [targetOf(node)] : []),
    ...(isAlone(node) ? [] : allOfMembers(node)),
  ];
  /** A schema and all that it joins, each once, so that ways through them may be circles, and longer than the stack. */
  let partsLeft = mostParts;
  const partsOf = (whole: JsonObject): readonly Json[] => {
    const joined = joinedBy(whole);
    if (partsLeft < 0 && joined.length > 0) return [whole, { [joinedMembers]: joined, [unmerged]: true }];
    const parts = new Set<Json>();
    const waiting: Json[] = [whole];
    for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
      if (parts.has(part)) continue;
      parts.add(part);
      if (!isObject(part) || part[unmerged] === true || (part !== whole && isUnit(part))) continue;
      for (const one of joinedBy(part).toReversed()) waiting.push(one);
    }
    partsLeft -= parts.size;
    return [...parts];
  };
  /** The schemas that are expanded before a schema. */
  const neededBy = (whole: JsonObject): readonly Json[] =>
    partsOf(whole).flatMap((part) => {
      if (!isObject(part) || part[unmerged] === true || isAlone(part)) return [];
      if (part !== whole && isUnit(part)) return [part];
      const choices = [part['oneOf'], part['anyOf']].map(listAt).filter(({ length }) => length === 2);
      return choices.filter((members) => members.some(isNull)).flat();
    });
  const writtenMembersOf = (node: JsonObject): readonly Json[] => {
    const lists: (readonly Json[])[] = [];
    const passed = new Set<JsonObject>();
    for (let one = node; !passed.has(one) && one[unmerged] !== true; one = targetOf(one)) {
      passed.add(one);
      if (!isAlone(one)) lists.push(listAt(one['allOf']));
      if (!isReference(one)) break;
    }
    return lists.toReversed().flat();
  };
  return { isAlone, isUnit, partsOf, neededBy, writtenMembersOf };
}

const assertions = keywordsFor('assertion');

/** A reference, and what stands beside it that decides nothing about values. */
function withoutAssertions(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => keyword === '$ref' || !assertions.has(keyword)));
}

function allowNull(keywords: JsonObject): JsonObject {
  return keywords['type'] === undefined
    ? keywords
    : { ...keywords, type: [...new Set([...listAt(keywords['type']), 'null'])].toSorted() };
}

/** Where the allOf members as written are kept while keywords are merged; no OpenAPI keyword contains a space. */
const writtenMembers = 'allOf members';

function withoutMembers(keywords: JsonObject): JsonObject {
  const { [writtenMembers]: _, ...rest } = keywords;
  return rest;
}

function createView(expanded: JsonObject): SchemaView {
  const { type, [writtenMembers]: allOf, [mergedLoosely]: isLoose, ...keywords } = expanded;
  const types = listAt(type).filter((name): name is string => typeof name === 'string' && name !== 'null');
  const values = keywords['enum'] === undefined ? null : listAt(keywords['enum']);
  const nullable = type === undefined ? (values?.includes(null) ?? false) : listAt(type).includes('null');
  return Object.freeze({
    keywords: values?.includes(null) ? { ...keywords, enum: values.filter((value) => value !== null) } : keywords,
    types,
    nullable,
    properties: objectAt(keywords['properties']),
    required: new Set(listAt(keywords['required']).filter((name) => typeof name === 'string')),
    allOf: listAt(allOf),
    isExact: isLoose !== true,
  });
}

/** Whether a schema holds nothing but annotations. */
export function isAnnotationOnly(node: Json | undefined): boolean {
  return isObject(node) && Object.keys(node).every(isAnnotation);
}

/** Whether two schemas say the same, keyword by keyword. */
export function sayTheSame(left: SchemaView, right: SchemaView): boolean {
  return (
    sameJson([...left.types], [...right.types]) &&
    left.nullable === right.nullable &&
    sameJson(constraintsOf(left), constraintsOf(right))
  );
}

/** The keywords that decide whether a value is valid, without annotations. */
export function constraintsOf({ keywords }: SchemaView): JsonObject {
  return Object.fromEntries(Object.entries(keywords).filter(([keyword]) => !isAnnotation(keyword)));
}
