import type { Budget } from '../../json/pattern/step-limit.js';

/** Thrown without a stack, which takes longer than the work that it ends. */
const outOfSteps = Symbol('The search has no steps left.');

let budget: Budget | null = null;

/** Counts steps of the search under way, which ends where none is left; outside of a search there is no limit. */
export function takeSteps(count = 1): void {
  if (budget === null) return;
  budget.left -= count;
  if (budget.left < 0) throw outOfSteps;
}

/** The steps that the search under way may still take. */
export function stepsLeft(): number {
  return budget?.left ?? Infinity;
}

/** Runs a search within a number of steps; null when they are used up. */
export function withinSteps<Result>(own: Budget, search: () => Result): Result | null {
  const outer = budget;
  budget = own;
  try {
    return search();
  } catch (error) {
    if (error === outOfSteps) return null;
    throw error;
  } finally {
    budget = outer;
  }
}
