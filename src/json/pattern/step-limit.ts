/** A number of steps; counted, so that the same input gives the same answer on every machine. */
export interface Budget {
  left: number;
}

/** The steps that one match may take, or the work together that shares them: some 400 ms. */
export const mostSteps = 20_000_000;

let shared: Budget | null = null;
let outermost: Budget | null = null;

/** The steps that are shared at the moment; null outside of work that shares some. */
export function sharedSteps(): Budget | null {
  return shared;
}

/** The steps that those shared at the moment are taken from; null outside of work that shares some. */
export function wholeSteps(): Budget | null {
  return outermost;
}

/** The steps of work that is left no others; and those of work after that which has taken so many more than there were. */
const [fewSteps, fewestSteps, mostOverdrawn] = [50_000, 2_000, 40_000_000];

/**
 * Lets all matches of some work share the steps of one, and takes them from those of more work, if there is more: it gets few when those are used up.
 * Work inside such work shares its steps.
 */
export function sharingSteps<T>(work: () => T, whole: Budget = { left: mostSteps }): T {
  if (shared) return work();
  const allowed = Math.min(mostSteps, Math.max(whole.left < -mostOverdrawn ? fewestSteps : fewSteps, whole.left));
  shared = { left: allowed };
  outermost = whole;
  try {
    return work();
  } finally {
    whole.left -= allowed - Math.max(0, shared.left);
    shared = null;
    outermost = null;
  }
}
