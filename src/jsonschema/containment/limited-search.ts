import { sharingSteps, type Budget } from '../../json/pattern/step-limit.js';
import type { Formula } from './formula.js';
import { withinSteps } from './search-steps.js';
import type { FindValue, SearchResult } from './value-search.js';

/** How many steps the searches of two documents may take, and what they do with patterns. */
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
}

/** The limits of a comparison. */
export const usualLimits: SearchLimits = {
  ofOne: 1_000_000,
  ofAll: 10_000_000,
  few: 1_000,
  inVain: 1_000_000,
  ofFew: 2_000_000,
};

/** What a search takes beside its steps: more behind the first ones, which are five times as many as documents of real APIs ask for. */
const aroundSearch = { first: 100, later: 1_000 };
const firstSearches = 4_000;

/** A step takes as long as some steps of patterns. */
const patternSteps = 16;

/** Searches that share their steps. */
export interface LimitedSearch {
  /** Finds a value that passes some formulas. */
  readonly find: (formulas: () => readonly Formula[]) => SearchResult;
  /** Takes the steps of some work from those of all; null when these are used up. */
  readonly bounded: <Result>(steps: number, work: () => Result) => Result | null;
  /** Works within the steps of one search; null when they are used up. */
  readonly withinOne: <Result>(work: () => Result) => Result | null;
  /** Whether searches get few steps or none, because others took those of all. */
  readonly isShort: () => boolean;
}

/** Limits the searches of two documents together: whatever they do is taken from one number of steps. */
export function limitSearch(findWithin: FindValue, limits: SearchLimits): LimitedSearch {
  const { ofOne, ofAll, few, inVain, ofFew } = limits;
  const left = { ofAll, inVain };
  let searches = 0;
  const patterns: Budget = {
    get left() {
      return left.ofAll * patternSteps;
    },
    set left(steps) {
      left.ofAll = steps / patternSteps;
    },
  };
  const isSpent = () => left.inVain < 0 || left.ofAll < -ofFew;
  /** Works with steps of its own; null where none are left to give. */
  const spend = <Result>(work: (own: Budget) => Result, isInVain: (result: Result) => boolean): Result | null => {
    if (isSpent()) return null;
    const before = left.ofAll;
    const given = Math.min(ofOne, Math.max(few, before));
    const own: Budget = { left: given };
    const result = sharingSteps(() => work(own), patterns);
    left.ofAll -= given - Math.max(0, own.left);
    if (before < few && isInVain(result)) left.inVain -= before - left.ofAll;
    left.ofAll -= searches < firstSearches ? aroundSearch.first : aroundSearch.later;
    searches += 1;
    return result;
  };
  return {
    isShort: () => left.ofAll < few,
    bounded: (steps, work) => {
      if (isSpent()) return null;
      left.ofAll -= steps;
      return sharingSteps(work, patterns);
    },
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
