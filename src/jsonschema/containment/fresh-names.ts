import { findText, type FoundText } from '../../json/pattern/find-text.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { samplePattern } from './sample-pattern.js';
import type { Formula } from './formula.js';
import { takeSteps } from './search-steps.js';

/** Names of members that nothing mentions. */
export interface FreshNames {
  readonly names: readonly string[];
  /** Every other such name matches the same patterns as one of these does. */
  readonly isComplete: boolean;
}

/** The names that match some of several patterns and none of the others. */
interface Region {
  readonly matching: readonly string[];
  readonly refusing: readonly string[];
}

/** The most patterns whose regions are told apart: 64 of them. */
const maximumPatterns = 6;

const plain = ['x', 'y', 'z', 'other', 'a', 'b', 'A', '0', '_', 'x-x'];

/** Some names for each way to match some of several patterns and not the others, plain ones where they fit. */
export function freshNames(patterns: readonly string[], mentioned: ReadonlySet<string>, count: number): FreshNames {
  const unused = plain.filter((name) => !mentioned.has(name));
  let regions: readonly Region[] = [{ matching: [], refusing: [] }];
  for (const pattern of patterns.slice(0, maximumPatterns))
    regions = regions
      .flatMap((region) => split(region, pattern))
      .filter((region) => mayHold(region, unused, mentioned));
  const found = regions.map((region) => namesIn(region, unused, mentioned, count));
  return {
    names: [...new Set([...found.flatMap(({ names }) => names), ...unused])],
    isComplete: patterns.length <= maximumPatterns && found.every(({ isComplete }) => isComplete),
  };
}

function split({ matching, refusing }: Region, pattern: string): readonly Region[] {
  return [
    { matching: [...matching, pattern], refusing },
    { matching, refusing: [...refusing, pattern] },
  ];
}

function mayHold(region: Region, unused: readonly string[], mentioned: ReadonlySet<string>): boolean {
  return unused.some((name) => isIn(region, name)) || findIn(region, [...mentioned]).kind !== 'none';
}

function namesIn(region: Region, unused: readonly string[], mentioned: ReadonlySet<string>, count: number): FreshNames {
  const names = unused.filter((name) => isIn(region, name)).slice(0, count);
  if (region.matching.length + region.refusing.length === 0)
    for (let number = 0; names.length < count; number += 1) {
      const name = letters(number);
      if (!mentioned.has(name) && !names.includes(name)) names.push(name);
    }
  while (names.length < count) {
    const found = findIn(region, [...mentioned, ...names]);
    if (found.kind === 'none') break;
    if (found.kind === 'undecided') return { names: [...names, ...samplesIn(region, mentioned)], isComplete: false };
    names.push(found.text);
  }
  return { names, isComplete: true };
}

/** The names of letters, the shortest first: a to z, then aa. */
function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26));
  return number < 26 ? last : `${letters(Math.floor(number / 26) - 1)}${last}`;
}

function samplesIn({ matching }: Region, mentioned: ReadonlySet<string>): readonly string[] {
  const samples = matching.flatMap((pattern) => samplePattern(pattern).slice(0, 6));
  return samples.filter((name) => !mentioned.has(name));
}

function isIn({ matching, refusing }: Region, name: string): boolean {
  return (
    matching.every((pattern) => matchPattern(pattern, name) === true) &&
    refusing.every((pattern) => matchPattern(pattern, name) === false)
  );
}

/** Names that a region does not hold are not asked about, so that the same question is found again. */
function findIn(region: Region, except: readonly string[]): FoundText {
  takeSteps(20);
  return findText({ ...region, min: 0, max: Infinity, except: except.filter((name) => mayBeIn(region, name)) });
}

function mayBeIn({ matching, refusing }: Region, name: string): boolean {
  takeSteps();
  return (
    matching.every((pattern) => matchPattern(pattern, name) !== false) &&
    refusing.every((pattern) => matchPattern(pattern, name) !== true)
  );
}

/** What a formula says of a text, as far as patterns say it. */
export interface TextTests {
  readonly patterns: readonly string[];
  readonly values: readonly string[];
  readonly isComplete: boolean;
}

/** Lists the patterns of a formula, with its lengths as patterns, and its values. */
export function textTestsOf(formulas: readonly Formula[]): TextTests {
  const [patterns, values, seen] = [new Set<string>(), new Set<string>(), new Set<Formula>()];
  let isComplete = true;
  const waiting = formulas.toReversed();
  for (let formula = waiting.pop(); formula; formula = waiting.pop()) {
    if (seen.has(formula)) continue;
    takeSteps();
    seen.add(formula);
    if (formula.kind === 'every' || formula.kind === 'some') for (const part of formula.of) waiting.push(part);
    else if (formula.kind === 'link') waiting.push(formula.read());
    else if (formula.kind === 'pattern') patterns.add(formula.pattern);
    else if (formula.kind === 'size' && formula.on === 'string')
      patterns.add(`^[^]{${formula.min},${formula.max === Infinity ? '' : formula.max}}$`);
    else if (formula.kind === 'values')
      for (const value of formula.values) if (typeof value === 'string') values.add(value);
    if (formula.kind === 'unreadable' || (formula.kind === 'format' && formula.on === 'string')) isComplete = false;
  }
  return { patterns: [...patterns], values: [...values], isComplete };
}
