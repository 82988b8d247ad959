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
  /** The patterns of all searches: some 4 s. */
  readonly ofPatterns: number;
}

/** The limits of a comparison. */
export const usualLimits: SearchLimits = {
  ofOne: 1_000_000,
  ofAll: 10_000_000,
  few: 1_000,
  inVain: 2_000_000,
  ofPatterns: 160_000_000,
};

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
  { ofOne, ofAll, few, inVain, ofPatterns }: SearchLimits,
): LimitedSearch {
  const left = { ofAll, inVain };
  const patterns: Budget = { left: ofPatterns };
  const bounded = <Result>(work: () => Result): Result => sharingSteps(work, patterns);
  return {
    bounded,
    withinOne: (work) => bounded(() => withinSteps({ left: ofOne }, work)),
    find: (formulas) => {
      if (left.inVain < 0) return { kind: 'unknown' };
      const given = Math.min(ofOne, Math.max(few, left.ofAll));
      const own: Budget = { left: given };
      const result = bounded(() => findWithin(formulas, own));
      const taken = given - Math.max(0, own.left);
      if (left.ofAll < few && result.kind === 'unknown') left.inVain -= taken;
      left.ofAll -= taken;
      return result;
    },
  };
}
