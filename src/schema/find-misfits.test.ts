import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { findMisfits } from './find-misfits.js';
import { fitsOf } from './fits.js';

const isOdd = (value: unknown) => typeof value !== 'number' || value % 2 === 1;

describe('the refinements of a schema', () => {
  it.each([
    ['a list', z.array(z.int()).refine((list) => isOdd(list.length), 'even'), [1, 2]],
    ['a union', z.union([z.int(), z.string()]).refine(isOdd, 'even'), 2],
    ['an optional value', z.int().optional().refine(isOdd, 'even'), 2],
    ['a nullable value', z.int().nullable().refine(isOdd, 'even'), 2],
    [
      'an intersection',
      z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })).refine(({ a, b }) => isOdd(a + b), 'even'),
      { a: 1, b: 1 },
    ],
  ])('are asked for %s', (_, schema, value) => {
    expect(findMisfits(z.object({ value: schema }), { value }).wrong).toEqual([{ pointer: '/value', message: 'even' }]);
    expect(fitsOf(schema)(value)).toBe(false);
  });
});

it('A member __proto__, which Zod reads nowhere, is not missed', () => {
  const schema = z.object({ ['__proto__']: z.string(), a: z.int() });
  expect(findMisfits(schema, schema.parse({ a: 1 }))).toEqual({ wrong: [], surplus: [] });
  expect(findMisfits(schema, { a: 'b' }).wrong).toHaveLength(1);
});
