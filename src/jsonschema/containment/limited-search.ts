import { sharingSteps, type Budget } from '../../json/pattern/step-limit.js';
import type { Formula } from './formula.js';
import { withinSteps } from './search-steps.js';
import type { FindValue, SearchResult } from './value-search.js';

/** How many steps the searches of two documents may take. */
export interface SearchLimits {
  /** One search: some 500 ms. */
  readonly ofOne: number;
  /** All searches: some 5 s. */
  readonly ofAll: number;
  /** Each search after those. */
  readonly few: number;
  /** What searches with few steps may take that decide nothing; after that nothing more is decided. */
  readonly inVain: number;
  /** What all searches with few steps may take; after that nothing more is decided. */
  readonly ofFew: number;
  /** The patterns of all searches: some 4 s. */
  readonly ofPatterns: number;
}

/** The limits of a comparison. */
export const usualLimits: SearchLimits = {
  ofOne: 1_000_000,
  ofAll: 10_000_000,
  few: 1_000,
  inVain: 2_000_000,
  ofFew: 5_000_000,
  ofPatterns: 160_000_000,
};

/** What a search takes beside its steps. */
const aroundSearch = 100;

/** Searches that share their steps. */
export interface LimitedSearch {
  /** Finds a value that passes some formulas. */
  readonly find: (formulas: () => readonly Formula[]) => SearchResult;
  /** Lets the patterns of some work share the steps of all. */
  readonly bounded: <Result>(work: () => Result) => Result;
  /** Works within the steps of one search; null when they are used up. */
  readonly withinOne: <Result>(work: () => Result) => Result | null;
}

/** Limits the searches of two documents together. */
export function limitSearch(
  findWithin: FindValue,
  { ofOne, ofAll, few, inVain, ofFew, ofPatterns }: SearchLimits,
): LimitedSearch {
  const left = { ofAll, inVain };
  const patterns: Budget = { left: ofPatterns };
  const bounded = <Result>(work: () => Result): Result => sharingSteps(work, patterns);
  /** Works with steps of its own; null where none are left to give. */
  const spend = <Result>(work: (own: Budget) => Result, isInVain: (result: Result) => boolean): Result | null => {
    if (left.inVain < 0 || left.ofAll < -ofFew) return null;
    const given = Math.min(ofOne, Math.max(few, left.ofAll));
    const own: Budget = { left: given };
    const result = bounded(() => work(own));
    const taken = given - Math.max(0, own.left);
    if (left.ofAll < few && isInVain(result)) left.inVain -= taken;
    left.ofAll -= taken + aroundSearch;
    return result;
  };
  return {
    bounded,
    withinOne: (work) =>
      spend(
        (own) => withinSteps(own, work),
        (result) => result === null,
      ),
    find: (formulas) =>
      spend(
        (own) => findWithin(formulas, own),
        ({ kind }) => kind === 'unknown',
      ) ?? undecided,
  };
}

const undecided: SearchResult = Object.freeze({ kind: 'unknown' });
