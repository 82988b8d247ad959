import type { JsonObject } from '../../json/json.js';
import { keywordFacts } from '../walk-keywords.js';

const guesses = ['object', 'array', 'number', 'string'] as const;

/** The type that the keywords of a schema without `type` are about; text where they leave it open. */
export function guessType(keywords: JsonObject): (typeof guesses)[number] {
  const found = new Set(Object.keys(keywords).map(typeOf));
  return guesses.find((type) => found.has(type)) ?? 'string';
}

function typeOf(keyword: string): (typeof guesses)[number] {
  const { applies, of } = keywordFacts.get(keyword) ?? {};
  if (keyword === 'required' || applies === 'members' || applies === 'names' || of === 'object') return 'object';
  if (applies === 'items' || of === 'array' || of === 'contains') return 'array';
  return keyword === 'multipleOf' || of === 'number' ? 'number' : 'string';
}
