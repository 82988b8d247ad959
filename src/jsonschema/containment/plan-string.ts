import { findText } from '../../json/pattern/find-text.js';
import { acceptsAll, sizeOf } from './accepts.js';
import type { Test } from './formula.js';
import { excludeEachOther, noPlans, planValue, sizeWithin, testsOf, type Plans } from './plan.js';
import { samplePattern } from './sample-pattern.js';
import { takeSteps } from './search-steps.js';
import { textFormat } from '../formats.js';

/** The longest text that is made up. */
const maximumLength = 4096;

/** Plans for a text. */
export function planString(tests: readonly Test[]): Plans {
  const { min, max } = lengthWithin(tests);
  if (min > max || isContradiction(tests)) return noPlans;
  if (max === 0)
    return isOne(tests, '')
      ? { plans: [planValue('')], isPartial: false }
      : { ...noPlans, isPartial: acceptsAll(tests, '') === null };
  const plain = firstOne(tests, plainTexts(min, max, letters.slice(0, 3)));
  if (plain !== undefined) return { plans: [planValue(plain)], isPartial: false };
  const found = findText({ ...patternsOf(tests), min, max, except: exceptionsOf(tests) });
  if (found.kind === 'none') return noPlans;
  const text = firstOne(tests, [...(found.kind === 'found' ? [found.text] : []), ...listTexts(tests, min, max)]);
  return { plans: text === undefined ? [] : [planValue(text)], isPartial: text === undefined };
}

function patternsOf(tests: readonly Test[]) {
  const patterns = testsOf(tests, 'pattern');
  const ofSign = (sign: boolean) => [
    ...new Set(patterns.filter(({ not }) => not === sign).map(({ pattern }) => pattern)),
  ];
  return { matching: ofSign(false), refusing: ofSign(true) };
}

function exceptionsOf(tests: readonly Test[]): readonly string[] {
  const values = testsOf(tests, 'values').filter(({ not }) => not);
  return values.flatMap((test) => test.values.filter((value) => typeof value === 'string'));
}
function lengthWithin(tests: readonly Test[]) {
  const size = sizeWithin(tests, 'string');
  const formats = testsOf(tests, 'format')
    .filter(({ not }) => !not)
    .map(({ name }) => textFormat(name)?.length ?? [0, Infinity]);
  return {
    min: Math.max(size.min, ...formats.map(([least]) => least)),
    max: Math.min(size.max, ...formats.map(([, most]) => most)),
  };
}

function isOne(tests: readonly Test[], text: string): boolean {
  return acceptsAll(tests, text) === true;
}

function isContradiction(tests: readonly Test[]): boolean {
  const [patterns, formats] = [testsOf(tests, 'pattern'), testsOf(tests, 'format').filter(({ on }) => on === 'string')];
  const refused = new Set(patterns.filter(({ not }) => not).map(({ pattern }) => pattern));
  return patterns.some(({ not, pattern }) => !not && refused.has(pattern)) || excludeEachOther(formats);
}

function firstOne(tests: readonly Test[], texts: readonly string[]): string | undefined {
  return texts.toSorted(shortestFirst).find((text) => {
    takeSteps(tests.length);
    return isOne(tests, text);
  });
}

/** The most patterns that texts are made up for. */
const maximumSamples = 8;

function listTexts(tests: readonly Test[], min: number, max: number): readonly string[] {
  const patterns = testsOf(tests, 'pattern').slice(0, maximumSamples);
  const samples = [
    ...patterns.flatMap(({ pattern }) => samplePattern(pattern)),
    ...testsOf(tests, 'format').flatMap(({ name }) => textFormat(name)?.samples ?? []),
  ];
  takeSteps(samples.length * letters.length);
  return [
    ...plainTexts(min, max, letters),
    ...samples,
    ...samples.flatMap((sample) => letters.flatMap((letter) => [sample + letter, letter + sample])),
    ...samples.flatMap((sample) => stretch(sample, min, max)),
    ...crossed(patterns.map(({ pattern }) => pattern)),
  ];
}

const letters = ['a', 'b', 'c', 'd', 'A', '0', '1', ' ', '-', '_', '.', '/', '@', '#', 'é', '\n'];

function plainTexts(min: number, max: number, letters: readonly string[]): readonly string[] {
  const lengths = [min, min + 1, min + 2, Math.min(max, maximumLength)].filter(
    (length) => length <= max && length <= maximumLength,
  );
  return [...(min === 0 ? [''] : []), ...lengths.flatMap((length) => letters.map((letter) => letter.repeat(length)))];
}

/** A text that is too short may keep its pattern with a character repeated. */
function stretch(text: string, min: number, max: number): readonly string[] {
  const length = sizeOf(text);
  const missing = Math.min(Math.max(min, max === Infinity ? 0 : max), maximumLength) - length;
  if (length === 0 || missing <= 0) return [];
  const characters = [...text];
  takeSteps((characters.length * missing) >> 6);
  return characters.map((character, index) =>
    [...characters.slice(0, index), character.repeat(missing + 1), ...characters.slice(index + 1)].join(''),
  );
}

/** Two patterns may hold of the samples of one joined to those of the other. */
function crossed(patterns: readonly string[]): readonly string[] {
  if (patterns.length < 2) return [];
  const samples = patterns.map((pattern) => samplePattern(pattern).slice(0, 4));
  return samples.flatMap((left, index) =>
    samples.flatMap((right, other) => (other === index ? [] : left.flatMap((one) => right.map((two) => one + two)))),
  );
}

function shortestFirst(left: string, right: string): number {
  return left.length - right.length;
}
