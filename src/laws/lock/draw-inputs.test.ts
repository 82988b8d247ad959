import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Way } from '../way.js';
import { drawInputs } from './draw-inputs.js';

const Book = z.object({
  title: z.string().max(100),
  pages: z.int().min(1).optional(),
  tags: z.array(z.string().max(20)).max(5),
  authors: z.array(z.object({ name: z.string(), born: z.iso.date().nullable() })).min(2),
  state: z.enum(['draft', 'open']),
  price: z.tuple([z.number(), z.string()]),
});
const inputsOf = (schema: unknown) => drawInputs({ input: { kind: 'schema', schema } } as Way);

test('Values are those that locks of earlier releases have recorded', () => {
  const values = inputsOf(Book);
  expect(values).toHaveLength(20);
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  expect(hash.slice(0, 16)).toBe('024f55f4d5da93da');
});

test('No more values are drawn than are recorded', () => {
  let drawn = 0;
  const kinds = Array.from({ length: 40 }, (_, index) => `k${index}`);
  const Counted = z.object({ kind: z.enum(kinds), size: z.int().refine(() => ++drawn > 0) });
  inputsOf(Counted);
  drawn = 0;
  expect(inputsOf(Counted)).toHaveLength(40);
  expect(drawn).toBe(40);
});
