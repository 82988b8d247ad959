import { isObject, listAt, objectAt, sameJson, type Json, type JsonObject } from '../json/json.js';
import { intersectSchemas, joinedMembers, mergedLoosely, mergeAll, unmerged, type Intersect } from './merge-schemas.js';
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
  /** OpenAPI 3.0 ignores whatever stands beside a `$ref`. */
  readonly ignoresSiblings: boolean;
}

const anything: JsonObject = Object.freeze({});
const nothing: JsonObject = Object.freeze({ not: Object.freeze({}) });

/** Follows references; the object is empty where a chain is broken or circular, or leads to `true`. */
export function followReferences(target: SchemaSource['target']): References['resolve'] {
  const known = new WeakMap<JsonObject, JsonObject>();
  return (node) => {
    const passed = new Set<JsonObject>();
    let current = node;
    while (isObject(current) && typeof current['$ref'] === 'string' && !passed.has(current) && !known.has(current)) {
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
  const identity = (node: Json | undefined): JsonObject => {
    if (!isObject(node)) return node === false ? nothing : anything;
    return typeof node['$ref'] === 'string' && Object.keys(node).length === 1 ? document.resolve(node) : node;
  };
  const expand = expandSchemas(document, intersectSchemas(identity));
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
function expandSchemas(document: References, intersect: Intersect): (node: Json | undefined) => JsonObject {
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
      for (const needed of listNeeded(document, next).toReversed())
        if (isObject(needed) && !known.has(needed)) waiting.push(needed);
    }
    return known.get(node)!;
  };
  const expandNode = (node: JsonObject): JsonObject => {
    if (node[unmerged] === true) return { allOf: node[joinedMembers] };
    const isAlone = document.ignoresSiblings && typeof node['$ref'] === 'string';
    const { $ref, allOf, [joinedMembers]: joined, ...own } = isAlone ? withoutAssertions(node) : node;
    const target = typeof $ref === 'string' ? expand(document.resolve(node)) : anything;
    const plain = unwrapAlternatives(normalizeTypes(translateOpenApi30(own)), { expand, intersect });
    const others = [target, ...[...listAt(allOf), ...listAt(joined)].map(expand)].map(withoutMembers);
    const merged = mergeAll([plain, ...others], intersect);
    const members = [...listAt(target[writtenMembers]), ...listAt(allOf)];
    const result = node['nullable'] === true && !isAlone ? allowNull(merged) : merged;
    return members.length > 0 ? { ...result, [writtenMembers]: members } : result;
  };
  return expand;
}

const assertions = keywordsFor('assertion');

/** A reference, and what stands beside it that decides nothing about values. */
function withoutAssertions(node: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(node).filter(([keyword]) => keyword === '$ref' || !assertions.has(keyword)));
}

/** The schemas that are expanded before a schema, so that ways through them may be longer than the stack. */
function listNeeded({ resolve, ignoresSiblings }: References, node: JsonObject): readonly Json[] {
  if (node[unmerged] === true) return [];
  if (ignoresSiblings && typeof node['$ref'] === 'string') return [resolve(node)];
  const choices = [node['oneOf'], node['anyOf']].map(listAt).filter(({ length }) => length === 2);
  return [
    ...(typeof node['$ref'] === 'string' ? [resolve(node)] : []),
    ...listAt(node['allOf']),
    ...listAt(node[joinedMembers]),
    ...choices.filter((members) => members.some(isNull)).flat(),
  ];
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
