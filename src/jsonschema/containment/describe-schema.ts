import { listAt, lookupKey, objectAt, sortedKeys, type Json, type JsonObject } from '../../json/json.js';
import { joinedMembers } from '../merge-schemas.js';
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
  node: JsonObject,
  isIgnored: IsIgnored,
  visit: (inner: Json | undefined) => void,
): string {
  const keywords = sortedKeys(node).filter((keyword) => !isIgnored(keyword) && node[keyword] !== undefined);
  return JSON.stringify(
    keywords.map((keyword): Json => {
      const value = node[keyword]!;
      if (keyword === '$ref') return [keyword, visitEach([source.target(node)])];
      // Joined schemas keep their members as allOf does.
      switch (holdingOf(keyword === joinedMembers ? 'allOf' : keyword)) {
        case 'schema':
          return [keyword, visitEach([value])];
        case 'schemas':
          return [keyword, visitEach(listAt(value))];
        case 'named schemas': {
          const names = sortedKeys(objectAt(value));
          return [keyword, names, visitEach(names.map((name) => objectAt(value)[name]))];
        }
        default:
          return [keyword, lookupKey(value)];
      }
    }),
  );

  function visitEach(inside: readonly (Json | undefined)[]): number {
    inside.forEach(visit);
    return inside.length;
  }
}
