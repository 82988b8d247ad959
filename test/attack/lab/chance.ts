import fc, { type Arbitrary } from 'fast-check';

/** An endless series of generated values, the same for the same seed. */
export function* valuesOf<T>(arbitrary: Arbitrary<T>, seed: number): Generator<T, never> {
  for (let batch = 0; ; batch += 1) yield* fc.sample(arbitrary, { seed: seed + batch * 7_919, numRuns: 10 });
}

/** An endless series of whole numbers between two, both included. */
export const numbersBetween = (min: number, max: number, seed: number) => valuesOf(fc.integer({ min, max }), seed);
