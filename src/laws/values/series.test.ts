import fc from 'fast-check';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { seriesOf } from './series.js';
import { valuesOf } from './values-of.js';

test('A sample has the values that a run of a property has, and a larger one begins with a smaller one', () => {
  const schema = z.object({ id: z.int(), tags: z.array(z.string()).max(3), state: z.enum(['a', 'b', 'c']).optional() });
  const { start } = seriesOf(valuesOf(schema));
  const sample = (numRuns: number) => fc.sample(start(), { numRuns, seed: 3 });
  const run: unknown[] = [];
  fc.check(
    fc.property(start(), (value) => void run.push(value)),
    { numRuns: 50, seed: 3 },
  );
  expect(sample(50)).toEqual(run);
  expect(sample(20)).toEqual(run.slice(0, 20));
});
