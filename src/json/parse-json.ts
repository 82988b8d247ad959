import type { Json } from './json.js';

/** The value of a text; undefined where it is no JSON. */
export function tryParse(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : (JSON.parse(text) as Json);
  } catch {
    return undefined;
  }
}

/** Why a text is no JSON, without any of it: `Unexpected token 'a' at position 7`. */
export function jsonFault(error: unknown): string {
  return (error as Error).message
    .replace(/,? *(?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON$/s, '')
    .replace(/ in JSON(?= |$)/, '');
}
