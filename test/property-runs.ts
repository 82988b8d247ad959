import fc from 'fast-check';

const seed = Number(process.env.SVC_TEST_SEED ?? 1);
const factor = Number(process.env.SVC_TEST_RUNS ?? 1);

/** How often a property runs: `count` times, or SVC_TEST_RUNS times as often. */
export const runs = (count: number): { readonly numRuns: number } => ({ numRuns: Math.ceil(count * factor) });

fc.configureGlobal({ seed, ...runs(100) });
