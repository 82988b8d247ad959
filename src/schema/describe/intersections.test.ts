import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonSchema } from './read-json-schema.js';

const A = z.strictObject({ a: z.number() }).meta({ id: 'IntersectedA' });
const B = z.strictObject({ b: z.number() }).meta({ id: 'IntersectedB' });
const kinds = z.enum(['a', 'b']);

/** Every kind of side, with and without a name. */
const sides: Readonly<Record<string, z.ZodType>> = {
  'strict a': z.strictObject({ a: z.number() }),
  'strict b': z.strictObject({ b: z.number() }),
  'named strict a': A,
  'named strict b': B,
  'named of both': z.intersection(A, B).meta({ id: 'IntersectedBoth' }),
  'open id': z.object({ id: z.number() }),
  'named open id': z.object({ id: z.number() }).meta({ id: 'IntersectedId' }),
  'loose id': z.looseObject({ id: z.number() }),
  catchall: z.object({ id: z.number() }).catchall(z.number()),
  'union of strict': z.union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.number() })]),
  'union of named': z.union([A, B]),
  'union of open': z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]),
  options: z.discriminatedUnion('t', [
    z.strictObject({ t: z.literal('x'), a: z.number() }),
    z.strictObject({ t: z.literal('y') }),
  ]),
  record: z.record(z.string(), z.number()),
  'record of names': z.record(kinds, z.number()),
  'partial record': z.partialRecord(kinds, z.number()),
  'record of a pattern': z.record(z.string().regex(/^x-/), z.number()),
  'loose record': z.looseRecord(z.string().regex(/^x-/), z.number()),
  unknown: z.unknown(),
};

const values = [
  {},
  { a: 1 },
  { b: 1 },
  { id: 1 },
  { t: 'y' },
  { 'x-a': 1 },
  { z: 1 },
  { 'x-a': 's' },
  { z: 's' },
  { a: 's' },
];
const pool = values
  .flatMap((one) => values.flatMap((two) => values.map((three) => ({ ...one, ...two, ...three }))))
  .concat(values.map((one) => ({ ...one, t: 'x', a: 1 })));
const distinct = [...new Map(pool.map((value) => [JSON.stringify(value), value])).values()];

function accepts(schema: z.ZodType, io: 'input' | 'output') {
  const { root, definitions } = readJsonSchema(schema, io);
  const $defs = Object.fromEntries(Object.entries(definitions).map(([key, { schema: one }]) => [key, one]));
  return new Ajv2020({ strict: false, logger: false }).compile({ ...root, $defs });
}

function disagreements(schema: z.ZodType): readonly string[] {
  const [fits, answers] = [accepts(schema, 'input'), accepts(schema, 'output')];
  return distinct
    .filter(
      (value) => fits(value) !== isTaken(schema, value) || (isTaken(schema, value) && !answers(schema.parse(value))),
    )
    .map(
      (value) =>
        `${JSON.stringify(value)} ${isTaken(schema, value) ? 'is taken and not described' : 'is described and refused'}`,
    );
}

function isTaken(schema: z.ZodType, value: unknown): boolean {
  try {
    return schema.safeParse(value).success;
  } catch {
    return false;
  }
}

describe('an intersection is described as it parses', () => {
  const names = Object.keys(sides);
  it.each(names)('%s with every other side, and a third one', (left) => {
    for (const right of names)
      for (const third of [null, 'open id', 'strict b', 'partial record']) {
        const both = z.intersection(sides[left]!, sides[right]!);
        const whole = third === null ? both : z.intersection(both, sides[third]!);
        expect.soft(disagreements(whole).slice(0, 4), `${left}, ${right}, ${third}`).toEqual([]);
      }
  });
});
