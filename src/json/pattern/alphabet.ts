import { wordCharacters, type CharacterSet, type Range } from './character-set.js';
import type { CompiledPattern, Program } from './compile-pattern.js';
import type { Budget } from './step-limit.js';

/** Characters that stand for all that patterns treat alike, the plainest first. */
const plain = [...'a0bA1cd-_.é@#/ zZ9~!$%&*+,:;=?^|()[]{}<>"\'`\\'].map((character) => character.charCodeAt(0));

const ranks = new Map(plain.map((code, index) => [code, index]));

const [firstHalf, lastHalf] = [0xd800, 0xdfff];

/**
 * One character for each class of those that some patterns and texts do not tell apart. Halves of pairs are left out, because no text that is
 * well formed holds one alone. Throws a RangeError for a pattern that tells halves apart, and beyond the steps.
 */
export function alphabetOf(
  patterns: readonly CompiledPattern[],
  texts: readonly string[],
  budget: Budget,
): readonly number[] {
  const readers = patterns.flatMap((pattern) => [...new Set(setsOf(pattern))].map((set) => readerOf(set, pattern)));
  const own = new Set(texts.flatMap((text) => [...text].map((character) => character.codePointAt(0)!)));
  const starts = new Set([0, firstHalf, lastHalf + 1, 0x10000, ...plain.flatMap((code) => [code, code + 1])]);
  for (const code of own) starts.add(code).add(code + 1);
  for (const { ranges } of readers) for (const [from, to] of ranges) starts.add(from).add(to + 1);
  budget.left -= (starts.size * (1 + readers.length)) >> stepsOfLookUp;
  if (budget.left < 0) throw new RangeError('The characters take too many steps.');
  const classes = new Map<string, number>();
  for (const start of [...starts].sort((left, right) => rankOf(left) - rankOf(right))) {
    if (start > 0x10ffff || (start >= firstHalf && start <= lastHalf)) continue;
    const key = own.has(start) ? String(start) : readers.map(({ has }) => (has(start) ? '1' : '0')).join('');
    if (!classes.has(key)) classes.set(key, start);
  }
  return [...classes.values()];
}

/** A step takes as long as 2^3 look-ups of a character. */
const stepsOfLookUp = 3;

/** Plain characters first, then those that can be seen. */
function rankOf(code: number): number {
  const index = ranks.get(code);
  return index !== undefined ? index : code > 0x20 && code !== 0x7f ? plain.length + code : 0x200000 + code;
}

interface Reader {
  readonly has: (code: number) => boolean;
  readonly ranges: readonly Range[];
}

/** Without the flag `u`, a character beyond U+FFFF is read as two halves. */
function readerOf(set: CharacterSet, { isUnicode }: CompiledPattern): Reader {
  const ranges = set.ranges();
  if (isUnicode) return { has: set.has, ranges };
  const isHalf = (code: number) => code > firstHalf && code <= lastHalf;
  if (ranges.some(([from, to]) => isHalf(from) || isHalf(to + 1)))
    throw new RangeError('Halves of pairs are not supported.');
  return { has: (code) => set.has(code > 0xffff ? firstHalf : code), ranges };
}

function setsOf({ steps, looks }: Program): readonly CharacterSet[] {
  return [
    ...steps.flatMap((step) => (step.kind === 'read' ? [step.set] : step.kind === 'edge' ? [wordCharacters] : [])),
    ...looks.flatMap(setsOf),
  ];
}
