import fc from 'fast-check';
import { z } from 'zod';
import { expect, test } from 'vitest';
import { seriesOf } from './series.js';
import { later } from './values.js';
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

test('What is drawn later is drawn once, where somebody asks, and is another value than what is drawn beside it', () => {
  let drawn = 0;
  const counted = fc.nat().map((value) => {
    drawn += 1;
    return value;
  });
  const samples = fc.sample(fc.tuple(later(counted), later(counted)), { numRuns: 20, seed: 3 });
  expect(drawn).toBe(0);
  const [[first, second]] = samples as [[() => unknown, () => unknown]];
  expect([first(), first()]).toEqual([first(), first()]);
  expect(drawn).toBe(1);
  expect(second()).not.toBe(first());
  expect(drawn).toBe(2);
});
