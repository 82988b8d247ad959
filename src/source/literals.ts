import { escapeControls } from '../text/escape.js';
import type { Literal, Pattern } from './syntax.js';

/** Text between the quotes that need fewer escapes, double ones where both need as many. */
export function writeText(text: string): string {
  const inner = escapeControls(JSON.stringify(text).slice(1, -1));
  const count = (quote: string) => text.split(quote).length - 1;
  if (count('"') <= count("'")) return `"${inner}"`;
  return `'${inner.replaceAll(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? String.raw`\'` : found))}'`;
}

export function writeLiteral({ value, text }: Literal): string {
  if (text !== undefined) return text;
  if (typeof value === 'string') return writeText(value);
  return Object.is(value, -0) ? '-0' : String(value).replace('e+', 'e');
}

export const writePattern = ({ source, flags }: Pattern) => `/${source}/${flags}`;

/** The key of a member; `__proto__` would be the prototype unless it is computed. Compilers differ in the letters beyond U+FFFF. */
export function writeKey(key: string): string {
  if (key === '__proto__') return '["__proto__"]';
  return /^[$_\p{ID_Start}][$\p{ID_Continue}]*$/u.test(key) && !/[^\0-\uffff]/u.test(key) ? key : writeText(key);
}

/** The pattern of a JSON Schema as JavaScript reads it; null where it is none, or where its text hides what it is. */
export function patternOf(text: string): Pattern | null {
  for (const flags of ['u', '']) {
    try {
      const { source } = new RegExp(text, flags);
      const shown = escapeControls(source);
      if (shown !== source && (flags === '' || new RegExp(shown, flags).source !== shown)) return null;
      return { kind: 'pattern', source: shown, flags };
    } catch {
      continue;
    }
  }
  return null;
}
