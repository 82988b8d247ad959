import { listAt, lookupKey, objectAt, sortedKeys, type Json, type JsonObject } from '../../json/json.js';
import { isIdle } from '../idle-keywords.js';
import { joinedMembers } from '../intersect-schemas.js';
import { normalizeTypes } from '../normalize-keywords.js';
import { translateOpenApi30 } from '../translate-openapi-30.js';
import { holdingOf, isExtension, keywordsFor } from '../walk-keywords.js';
import type { SchemaSource } from './schema-source.js';

/** Whether a discriminator is an annotation. */
export type Discriminator = 'ignored' | 'counts';

export type IsIgnored = (keyword: string) => boolean;

const hints = keywordsFor('words', 'mark', 'identity', 'hint');

/** Finds out whether a keyword decides neither about values nor about who sends them. */
export function isIgnored(discriminator: Discriminator): IsIgnored {
  return (keyword) =>
    (hints.has(keyword) || isExtension(keyword)) && (discriminator === 'ignored' || keyword !== 'discriminator');
}

/** What a schema says by itself, as a text that is equal for equal ones; the schemas inside it are visited in one order. */
export function describeSchema(
  source: SchemaSource,
  written: JsonObject,
  isIgnored: IsIgnored,
  visit: (inner: Json | undefined) => void,
): string {
  const isAlone = source.ignoresSiblings && source.target(written) !== undefined;
  const node = isAlone ? { $ref: written['$ref'] } : plainKeywords(translateOpenApi30(written));
  const keywords = sortedKeys(node).filter((keyword) => !isIgnored(keyword) && !isIdle(keyword, node));
  return JSON.stringify(
    keywords.map((keyword): Json => {
      const value = node[keyword]!;
      if (keyword === '$ref') return [keyword, visitEach([source.target(node)])];
      // Joined schemas keep their members as allOf does.
      switch (holdingOf(keyword === joinedMembers ? 'allOf' : keyword)) {
        case 'schema':
          return [keyword, visitEach([value])];
        case 'schemas':
          return [keyword, visitEach(keyword === 'prefixItems' ? listAt(value) : inOneOrder(listAt(value)))];
        case 'named schemas': {
          const names = sortedKeys(objectAt(value));
          return [keyword, names, visitEach(names.map((name) => objectAt(value)[name]))];
        }
        default:
          return [keyword, keyword === 'enum' || keyword === 'required' ? setKey(value) : lookupKey(value)];
      }
    }),
  );

  function visitEach(inside: readonly (Json | undefined)[]): number {
    inside.forEach(visit);
    return inside.length;
  }
}

/** A constant as a list of one, types as a sorted list, and names that depend on others in one order. */
function plainKeywords(node: JsonObject): JsonObject {
  const { const: constant, ...rest } = normalizeTypes(node);
  const plain: { [keyword: string]: Json | undefined } = rest;
  if (constant !== undefined) plain[rest['enum'] === undefined ? 'enum' : 'const'] = [constant];
  if (rest['dependentRequired'] !== undefined)
    plain['dependentRequired'] = Object.fromEntries(
      Object.entries(objectAt(rest['dependentRequired'])).flatMap(([name, names]) =>
        listAt(names).length === 0 ? [] : [[name, setKey(names!)]],
      ),
    );
  return plain;
}

/** What lists with the same values share, in any order and repeated or not. */
function setKey(value: Json): Json {
  return [...new Set(listAt(value).map((one) => JSON.stringify(lookupKey(one))))].toSorted();
}

/** Members in one order, as far as the beginning of what they say tells them apart. */
function inOneOrder(members: readonly Json[]): readonly Json[] {
  return members
    .map((member) => [beginningOf(member, 4), member] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : Number(one > other)))
    .map(([, member]) => member);
}

const isWord = isIgnored('counts');

/** The first levels of a schema as a text, without what says nothing. */
function beginningOf(value: Json, depth: number): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (depth === 0) return '…';
  const inside = (one: Json) => beginningOf(one, depth - 1);
  if (Array.isArray(value)) return `[${listAt(value).map(inside).toSorted().join()}]`;
  const node = value as JsonObject;
  const keywords = sortedKeys(node).filter((keyword) => !isWord(keyword) && !isIdle(keyword, node));
  return keywords.map((keyword) => `${keyword}:${inside(node[keyword]!)}`).join();
}
