import type { Json, JsonObject } from '../json/json.js';
import { type Holding, type KeywordFacts, keywords, type Role, type Target } from './keywords.js';

/** The record, for looking up any name. */
export const keywordFacts: ReadonlyMap<string, KeywordFacts> = new Map(Object.entries(keywords));

/** What a keyword holds; undefined for an unknown one. */
export const holdingOf = (keyword: string): Holding | undefined => keywordFacts.get(keyword)?.holds;

/** What the schemas of a keyword apply to; undefined for one that holds none. */
export const targetOf = (keyword: string): Target | undefined => keywordFacts.get(keyword)?.applies;

/** The keyword that a keyword belongs to: another one, without which it says nothing, or itself. */
export const groupOf = (keyword: string): string => keywordFacts.get(keyword)?.beside ?? keyword;

/** The keywords that pass a test. */
export function keywordsWhere(test: (facts: KeywordFacts, keyword: string) => boolean): ReadonlySet<string> {
  return new Set([...keywordFacts].filter(([keyword, one]) => test(one, keyword)).map(([keyword]) => keyword));
}

/** The keywords with one of some roles. */
export function keywordsFor(...roles: readonly Role[]): ReadonlySet<string> {
  return keywordsWhere(({ role }) => roles.includes(role));
}

/** Whether a keyword is an extension: `x-…`. */
export const isExtension = (keyword: string): boolean => keyword.startsWith('x-');

const annotations = keywordsFor('words', 'mark', 'identity');

/** Whether a keyword only documents or identifies a schema: it decides nothing about values or about who sends them. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || isExtension(keyword);
}

type Schema = Readonly<Record<string, unknown>>;

/** The schemas directly inside a schema that apply to one kind of target, in its order. */
export function subschemasOn(target: Target, schema: JsonObject): readonly Json[] {
  const found: Json[] = [];
  for (const keyword of Object.keys(schema)) {
    if (targetOf(keyword) !== target) continue;
    mapKeyword(keyword, schema[keyword], (inner) => found.push(inner as Json));
  }
  return found;
}

/** A copy of a schema with every schema directly inside replaced; what the other keywords hold stays. */
export function mapSubschemas(schema: Schema, replace: (inner: unknown) => unknown): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const keyword of Object.keys(schema)) copy[keyword] = mapKeyword(keyword, schema[keyword], replace);
  return copy;
}

function mapKeyword(keyword: string, value: unknown, replace: (inner: unknown) => unknown): unknown {
  switch (value === undefined ? 'nothing' : holdingOf(keyword)) {
    case 'schema':
      return replace(value);
    case 'schemas':
      return Array.isArray(value) ? value.map((inner) => replace(inner)) : value;
    case 'named schemas':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replace(inner)]))
        : value;
    default:
      return value;
  }
}
