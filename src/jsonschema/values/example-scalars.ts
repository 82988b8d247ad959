import { type Json, type JsonObject, numberAt, textAt } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { samplePattern } from '../containment/sample-pattern.js';
import { textFormat, textFormats } from '../formats.js';

/** Texts for a pattern that are tried before others, in order. */
const plain = [
  'text',
  'abc',
  'a',
  'A',
  '1',
  '12',
  '123',
  '1234',
  'ABC',
  'abc-def',
  'a1',
  '1.0.0',
  '#a0b1c2',
  '09:30',
  ...Object.values(textFormats).map(({ example }) => example),
];

/** A text that must be longer has no example. */
const longestText = 100_000;

/** A realistic text with the length, the pattern and the format that keywords name; undefined where none is found. */
export function exampleText(keywords: JsonObject): string | undefined {
  const [min, max] = [numberAt(keywords['minLength']) ?? 0, numberAt(keywords['maxLength']) ?? Infinity];
  if (min > longestText) return undefined;
  const pattern = textAt(keywords['pattern']);
  const format = textFormat(textAt(keywords['format']) ?? '');
  const fits = (text: string) =>
    [...text].length >= min &&
    [...text].length <= max &&
    (pattern === null || matchPattern(pattern, text) === true) &&
    (format === null || format.check(text));
  return textsOf(keywords, min, max, pattern).find(fits);
}

function textsOf(keywords: JsonObject, min: number, max: number, pattern: string | null): readonly string[] {
  const format = textFormat(textAt(keywords['format']) ?? '');
  const ofPattern = pattern === null ? [] : [...repetitions(pattern), ...plain, ...samplePattern(pattern)];
  if (format) return [format.example, ...format.samples, ...ofPattern];
  if (isBase64(keywords['contentEncoding'])) return ['aGVsbG8h', ''];
  return [textOfLength(Math.max(min, 4)), ...ofPattern, textOfLength(Math.min(4, max))];
}

export const textOfLength = (length: number): string => 'text'.repeat(Math.ceil(length / 4)).slice(0, length);

const isBase64 = (encoding: Json | undefined) => encoding === 'base64' || encoding === 'base64url';

/** For patterns such as `^[0-9a-f]{32}$`: one character, repeated by the pattern's counts. */
function repetitions(pattern: string): readonly string[] {
  const counts = [...pattern.matchAll(/\{(\d{1,3})/g)].map((match) => Number(match[1]));
  return counts.flatMap((count) => ['a', '0', 'A', '7'].map((character) => character.repeat(count)));
}

/** The lowest and the highest number that a schema allows; an integer where it asks for one. */
export function boundsOf(keywords: JsonObject, isInteger: boolean): { readonly min: number; readonly max: number } {
  const step = isInteger ? 1 : 1e-6;
  const above = numberAt(keywords['exclusiveMinimum']);
  const below = numberAt(keywords['exclusiveMaximum']);
  const min = Math.max(numberAt(keywords['minimum']) ?? -Infinity, above === null ? -Infinity : above + step);
  const max = Math.min(numberAt(keywords['maximum']) ?? Infinity, below === null ? Infinity : below - step);
  return isInteger ? { min: Math.ceil(min), max: Math.floor(max) } : { min, max };
}

/** A plain number within the bounds that keywords name; undefined where none is found. */
export function exampleNumber(keywords: JsonObject, isInteger: boolean): number | undefined {
  const at = (keyword: string, otherwise: number) => numberAt(keywords[keyword]) ?? otherwise;
  const low = Math.max(at('minimum', -Infinity), at('exclusiveMinimum', -Infinity));
  const high = Math.min(at('maximum', Infinity), at('exclusiveMaximum', Infinity));
  const multiple = at('multipleOf', isInteger ? 1 : 0);
  const stride = multiple || 1;
  const fits = (value: number) =>
    Number.isFinite(value) &&
    value >= low &&
    value <= high &&
    value > at('exclusiveMinimum', -Infinity) &&
    value < at('exclusiveMaximum', Infinity) &&
    (multiple === 0 || Number.isInteger(value / multiple)) &&
    (!isInteger || Number.isInteger(value));
  const above = [low, Math.ceil(low / stride) * stride, low + stride];
  const below = [high, Math.floor(high / stride) * stride, high - stride];
  return [1, stride, 0, ...above, ...below, (low + high) / 2].find(fits);
}
