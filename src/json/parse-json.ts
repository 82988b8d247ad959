import { deepestNesting, type Json } from './json.js';

/** The value of a text. Throws an error for a text that is no JSON, or is nested too deep. */
export function parseJson(text: string): Json {
  if (isDeeperThan(deepestNesting, text))
    throw new SyntaxError(`its values are nested more than ${deepestNesting} levels deep`);
  return JSON.parse(text) as Json;
}

/** The value of a text; undefined where it is no JSON, or is nested too deep. */
export function tryParse(text: string | undefined): Json | undefined {
  try {
    return text === undefined ? undefined : parseJson(text);
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

/** Whether a JSON text has lists and objects inside each other more often than a walk through them can follow. */
export function isDeeperThan(limit: number, text: string): boolean {
  let [depth, isText] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === backslash) at++;
      else if (code === quote) isText = false;
    } else if (code === quote) isText = true;
    else if (code === openBrace || code === openBracket) {
      if (++depth > limit) return true;
    } else if (code === closeBrace || code === closeBracket) depth--;
  }
  return false;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map((character) =>
  character.charCodeAt(0),
) as [number, number, number, number, number, number];
