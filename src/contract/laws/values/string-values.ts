import fc, { type Arbitrary } from 'fast-check';
import type { Limits } from '../../../schema/zod-limits.js';
import { texts, UngeneratableError, type Values } from './values.js';

/** Texts that conversions get wrong: blanks, separators, other alphabets, what looks like a number or a date. */
const telling = [
  '',
  ' ',
  'a',
  'A',
  '0',
  '-1',
  'a b',
  ' a',
  'a ',
  'a  b',
  'a,b',
  'a/b',
  'a.b',
  'a-b',
  'a_b',
  'a\nb',
  'é',
  '世界',
  '😀',
  'null',
  '1.50',
  'Ada Lovelace',
  'Anna Maria Lee',
  "O'Brien",
  '2026-11-21',
  'ada@example.com',
];

/** Formats whose pattern cannot be turned into texts, or gives unreadable ones. */
const formats: Readonly<Record<string, Arbitrary<string>>> = {
  email: fc.stringMatching(/^[a-z]{1,6}(\.[a-z]{1,6})?@[a-z]{1,6}\.(com|org)$/),
  url: fc.stringMatching(/^https?:\/\/[a-z]{1,6}\.example(\/[a-z]{1,4}){0,2}(\?[a-z]=[0-9])?$/),
  hostname: fc.stringMatching(/^[a-z]{1,6}(\.[a-z]{2,6}){0,2}$/),
  domain: fc.stringMatching(/^[a-z]{1,6}\.(com|org)$/),
  duration: fc.stringMatching(/^P([1-9]D|[1-9]W|1Y2M|T[1-9]H|T[1-9]M[1-9]S)$/),
  iban: fc.constantFrom('DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'),
  credit_card: fc.constantFrom('4111111111111111', '5500000000000004', '340000000000009'),
  emoji: fc.constantFrom('😀', '🎉', '❤️'),
  datetime: instants((text) => text),
  date: instants((text) => text.slice(0, 10)),
  time: instants((text) => text.slice(11, 19)),
  jwt: fc.constantFrom(jwt('HS256', 'ada'), jwt('ES256', 'bob')),
};

function instants(cut: (text: string) => string): Arbitrary<string> {
  const second = fc.integer({ min: 946_684_800, max: 2_208_988_800 });
  const endings = ['Z', '.5Z', '.120Z', '', ':30', '+02:00', '.000000Z'];
  return fc
    .tuple(second, fc.nat({ max: endings.length - 1 }))
    .map(([time, ending]) => cut(`${new Date(time * 1000).toISOString().slice(0, 19)}${endings[ending]!}`));
}

function jwt(alg: string, sub: string): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replaceAll('=', '').replaceAll('+', '-').replaceAll('/', '_');
  return `${part({ alg, typ: 'JWT' })}.${part({ sub })}.c2ln`;
}

const poolSize = 100;
const batches = 8;

/** Texts within limits that a schema accepts, some with `words` in them, as a pool of the shortest first: picking one costs nothing, and counterexamples stay readable. */
export function stringsOf(
  { minSize, maxSize, formats: wanted }: Limits,
  words: readonly string[] = [],
  read: (text: string) => unknown = (text) => text,
): Values {
  const isWithin = (text: string) => text.length >= minSize && (maxSize === null || text.length <= maxSize);
  const source =
    sourceOf(wanted) ?? fc.string({ minLength: minSize, maxLength: Math.min(maxSize ?? Infinity, minSize + 8) });
  const isWanted = (text: string) =>
    isWithin(text) && wanted.every(({ pattern }) => pattern === null || matches(pattern, text));
  const readAll = (list: readonly string[]) =>
    list
      .filter(isWanted)
      .map(read)
      .filter((text) => typeof text === 'string');
  const found = new Set(readAll(telling));
  for (let seed = 1; seed <= batches && found.size < poolSize; seed++)
    for (const text of readAll(fc.sample(source, { numRuns: poolSize, seed }))) found.add(text);
  const [first, ...others] = [...found].sort((a, b) => a.length - b.length);
  const worded = readAll(words.flatMap((word) => [word, `a${word}b`]));
  const pool = [...new Set([...(first === undefined ? [] : [first]), ...worded, ...others])];
  return pool.length > 0 ? texts(pool) : refuse(wanted);
}

function sourceOf(wanted: Limits['formats']): Arbitrary<string> | null {
  for (const { name, pattern } of wanted) {
    const source = formats[name] ?? (pattern && textsMatching(pattern));
    if (source) return source;
  }
  return null;
}

/** null for a pattern with parts that fast-check cannot turn into texts, such as look-ahead. */
function textsMatching(pattern: RegExp): Arbitrary<string> | null {
  try {
    return fc.stringMatching(pattern, { size: '-1' });
  } catch {
    return null;
  }
}

/** A pattern with the flag `g` keeps its place. */
const matches = (pattern: RegExp, text: string) =>
  new RegExp(pattern.source, pattern.flags.replace('g', '')).test(text);

function refuse(wanted: Limits['formats']): never {
  const names = wanted.map(({ name, pattern }) => (name === 'regex' || name === 'template' ? String(pattern) : name));
  const what =
    names.length === 0
      ? 'has checks that refuse every generated text'
      : `has no text that was found to match ${names.join(' and ')}`;
  throw new UngeneratableError('', what);
}
