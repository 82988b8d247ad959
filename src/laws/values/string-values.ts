import fc, { type Arbitrary } from 'fast-check';
import { formatTexts } from '../../jsonschema/values/format-texts.js';
import type { Limits } from '../../schema/zod-limits.js';
import type { Drawing } from './drawing.js';
import { texts, UngeneratableError, type Values } from './values.js';

/** Texts that conversions get wrong: blanks, separators, other alphabets, what looks like a number or a date. */
const tricky = [
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

/** Texts that are something else to a conversion: a number, a boolean, one letter of two characters, a member of every object. */
const subtle = ['7', '007', 'true', 'e\u0301', 'ß', 'İ', 'constructor'];

/** The ends of months and of a leap year's February. */
const days = ['2024-02-29', '2026-01-31', '2026-12-31'];
const lastInstant = 'T23:59:59Z';

/** Formats whose pattern cannot be turned into texts, or gives unreadable ones. */
const formats: Readonly<Record<string, Arbitrary<string>>> = {
  email: formatTexts.email,
  hostname: formatTexts.hostname,
  duration: formatTexts.duration,
  date: formatTexts.date,
  url: fc.stringMatching(/^https?:\/\/[a-z]{1,6}\.example(\/[a-z]{1,4}){0,2}(\?[a-z]=[0-9])?$/),
  domain: fc.stringMatching(/^[a-z]{1,6}\.(com|org)$/),
  iban: fc.constantFrom('DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606'),
  credit_card: fc.constantFrom('4111111111111111', '5500000000000004', '340000000000009'),
  emoji: fc.constantFrom('😀', '🎉', '❤️'),
  datetime: instants((text) => text),
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

/** Texts that a schema accepts, whatever words matter to the code that takes them. */
interface Candidates {
  /** Those that are tried first. */
  readonly leading: readonly string[];
  /** The shortest first. */
  readonly sorted: readonly string[];
}

/**
 * Texts within limits that a schema accepts, some with the words of a drawing in them, as a pool of the shortest first: picking one costs
 * nothing, and counterexamples stay readable. What does not depend on the words is found once.
 */
export function stringsOf(
  limits: Limits,
  read: (text: string) => unknown = (text) => text,
): (drawing: Pick<Drawing, 'words' | 'bounds'>) => Values {
  const readAll = readerOf(limits, read);
  const known = new Map<number | null, Candidates>();
  return ({ words, bounds }) => {
    const day = bounds?.today.getTime() ?? null;
    const candidates = known.get(day) ?? candidatesOf(limits, bounds, readAll);
    known.set(day, candidates);
    const [first, ...others] = candidates.sorted;
    const worded = readAll(words.flatMap((word) => [word, `a${word}b`]));
    const pool = [...new Set([...(first === undefined ? [] : [first]), ...worded, ...others])];
    if (pool.length === 0) return refuse(limits.formats);
    const leads = new Set([first, ...worded, ...candidates.leading]);
    return texts(pool, bounds ? (text) => leads.has(text) : null);
  };
}

type ReadAll = (list: readonly string[]) => readonly string[];

/** Reads those of some texts that are within limits. */
function readerOf({ minSize, maxSize, formats: wanted }: Limits, read: (text: string) => unknown): ReadAll {
  const isWithin = (text: string) => text.length >= minSize && (maxSize === null || text.length <= maxSize);
  // `search` starts at the beginning, whatever the flags of the pattern.
  const isWanted = (text: string) =>
    isWithin(text) && wanted.every(({ pattern }) => pattern === null || text.search(pattern) >= 0);
  return (list) =>
    list
      .filter(isWanted)
      .map(read)
      .filter((text) => typeof text === 'string');
}

function candidatesOf(limits: Limits, bounds: Drawing['bounds'], readAll: ReadAll): Candidates {
  const atEnds = bounds ? [...subtle, ...atBounds(limits.minSize, limits.maxSize, bounds.today)] : [];
  const leading = readAll([...tricky, ...atEnds]);
  const found = new Set(leading);
  for (let seed = 1; seed <= batches && found.size < poolSize; seed++)
    for (const text of readAll(batchOf(limits, seed))) found.add(text);
  return { leading, sorted: [...found].sort((a, b) => a.length - b.length) };
}

const drawn = new Map<string, readonly string[]>();

/** Texts that may be within limits; many schemas have the same ones. */
function batchOf({ minSize, maxSize, formats: wanted }: Limits, seed: number): readonly string[] {
  const key = [seed, minSize, maxSize, ...wanted.map(({ name, pattern }) => `${name} ${String(pattern)}`)].join('\n');
  const known = drawn.get(key);
  if (known) return known;
  const source =
    sourceOf(wanted) ?? fc.string({ minLength: minSize, maxLength: Math.min(maxSize ?? Infinity, minSize + 8) });
  const texts = fc.sample(source, { numRuns: poolSize, seed });
  drawn.set(key, texts);
  return texts;
}

/** Longer than most columns of a database. */
const long = 2100;

function atBounds(minSize: number, maxSize: number | null, today: Date): readonly string[] {
  const sizes = [minSize, Math.min(maxSize ?? long, long)];
  const dates = [today.toISOString().slice(0, 10), ...days];
  return [
    ...sizes.flatMap((size) => ['a'.repeat(size), '0'.repeat(size)]),
    ...dates,
    ...dates.flatMap((date) => [`${date}T00:00:00Z`, `${date}T00:00:00.000Z`, `${date}${lastInstant}`]),
  ];
}

function sourceOf(wanted: Limits['formats']): Arbitrary<string> | null {
  for (const { name, pattern } of wanted) {
    const source = Object.hasOwn(formats, name) ? formats[name] : pattern && textsMatching(pattern);
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

function refuse(wanted: Limits['formats']): never {
  const names = wanted.map(({ name, pattern }) => (name === 'regex' || name === 'template' ? String(pattern) : name));
  const what =
    names.length === 0
      ? 'has checks that refuse every generated text'
      : `has no text that could be found to match ${names.join(' and ')}`;
  throw new UngeneratableError('', what);
}
