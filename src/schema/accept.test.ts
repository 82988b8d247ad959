import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/property-runs.js';
import { acceptOf, undecided } from './accept.js';

/** What the function and Zod itself make of a value. */
function compare(schema: z.ZodType, value: unknown) {
  const accept = acceptOf(schema);
  return { accepted: accept ? accept(value) : undecided, parsed: schema.safeParse(value) };
}

const texts = fc.constantFrom('', 'a', 'ada', '😀', '😀😀', 'ada@example.com', '2026-11-21', '1', 'x'.repeat(12));
const scalars: fc.Arbitrary<z.ZodType> = fc.oneof(
  fc.constantFrom(
    z.string(),
    z.string().min(1),
    z.string().min(2).max(4),
    z.string().length(2),
    z.string().regex(/^a/g),
    z.email(),
    z.iso.date(),
    z.url(),
    z.string().startsWith('a'),
  ),
  fc.constantFrom(
    z.number(),
    z.int(),
    z.int32(),
    z.number().min(0).max(5),
    z.number().gt(0).lt(5),
    z.number().multipleOf(0.5),
  ),
  fc.constantFrom(z.boolean(), z.enum(['a', 'ada']), z.enum({ A: 0, 0: 'A', B: 1 }), z.literal(['a', 1, true, null])),
);
const bounds = fc.constantFrom(-Infinity, -1.5, -1, -0, 0, 0.1, 0.5, 1, 1.5, 2, 2.5, 3, 1e21, Infinity, Number.NaN);
const lengths = ['min', 'max', 'length'] as const;
const bounded: fc.Arbitrary<z.ZodType> = fc.oneof(
  fc.tuple(fc.constantFrom(...lengths), bounds).map(([check, bound]) => z.string()[check](bound)),
  fc.tuple(bounds, bounds).map(([min, max]) => z.string().min(min).max(max)),
  fc.tuple(fc.constantFrom(...lengths), bounds).map(([check, bound]) => z.array(z.string())[check](bound)),
  fc
    .tuple(fc.constantFrom('min', 'max', 'gt', 'lt', 'multipleOf'), bounds)
    .map(([check, bound]) => z.number()[check](bound)),
  fc
    .tuple(fc.constantFrom('min', 'max', 'gt', 'lt', 'multipleOf'), bounds)
    .map(([check, bound]) => z.int()[check](bound)),
  fc.constantFrom(z.int32(), z.uint32(), z.float32(), z.float64(), z.number().step(0.1).max(1)),
);
const { schema: schemas } = fc.letrec<{ schema: z.ZodType }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalars,
    bounded,
    fc.tuple(tie('schema'), fc.constantFrom(0, 1)).map(([element, min]) => z.array(element).min(min).max(3)),
    tie('schema').map((inner) => z.nullable(inner)),
    fc
      .tuple(
        fc.dictionary(
          fc.constantFrom('a', 'b', 'c', 'toString'),
          fc.tuple(tie('schema'), fc.boolean()).map(([member, optional]) => (optional ? z.optional(member) : member)),
        ),
        fc.boolean(),
      )
      .map(([shape, strict]) => (strict ? z.strictObject(shape) : z.object(shape))),
  ),
}));
const numbers = fc.constantFrom(-0, 0, 0.1, 0.3, 1, 2.5, -1, 2 ** 31, 2 ** 32, 2 ** 53, 1e21, Number.NaN, Infinity);
const leaves = fc.oneof(texts, numbers, fc.constantFrom(true, false, null), fc.double());
const { value: values } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'surplus', '__proto__'), tie('value')),
  ),
}));

describe('accepting without a parse', () => {
  it.each(['', 'a', '😀', '😀a', 'ab', '😀😀', 'abc'])('counts %j as Zod does, whatever its bound', (value) => {
    for (const bound of [0.5, 1, 1.5, 2, 2.5, 3])
      for (const schema of [z.string().min(bound), z.string().max(bound), z.string().length(bound)]) {
        const { accepted, parsed } = compare(schema, value);
        if (accepted !== undecided) expect([bound, parsed.success]).toEqual([bound, true]);
      }
  });

  it('returns what Zod returns, or leaves the value to it', () => {
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 10, maxLength: 10 }), (schema, given) => {
        for (const value of given) {
          const { accepted, parsed } = compare(schema, value);
          if (accepted === undecided) continue;
          expect(parsed.success).toBe(true);
          expect(accepted).toStrictEqual(parsed.data);
          expect(JSON.stringify(accepted)).toBe(JSON.stringify(parsed.data));
        }
      }),
      runs(40),
    );
  });

  it('decides about plain members, at every depth', () => {
    const schema = z.strictObject({
      name: z.string().min(1).max(40),
      email: z.email(),
      note: z.string().max(10).optional(),
      age: z.int().min(0).nullable(),
      tags: z.array(z.object({ label: z.string(), kind: z.enum(['a', 'b']) })).max(3),
    });
    const value = { name: 'Ada', email: 'ada@example.com', age: null, tags: [{ label: 'x', kind: 'a', surplus: 1 }] };
    const { accepted, parsed } = compare(schema, value);
    expect(accepted).toStrictEqual(parsed.data);
    expect(accepted).toStrictEqual({ ...value, tags: [{ label: 'x', kind: 'a' }] });
    for (const wrong of [{ ...value, surplus: 1 }, { ...value, note: undefined }, { ...value, age: 0.5 }, [], null])
      expect(compare(schema, wrong).accepted).toBe(undecided);
  });

  it.each([
    ['a refinement', z.object({ a: z.string().refine(() => true) })],
    ['a refined object', z.object({ a: z.string() }).refine(() => true)],
    [
      'a refined optional',
      z.object({
        a: z
          .string()
          .optional()
          .refine(() => true),
      }),
    ],
    [
      'a refined nullable',
      z
        .string()
        .nullable()
        .refine(() => true),
    ],
    ['a refined list', z.array(z.string()).refine(() => true)],
    ['a refined choice', z.enum(['a', 'b']).refine(() => true)],
    ['a transform', z.string().transform(Number)],
    ['a change of the text', z.string().trim()],
    ['a coercion', z.coerce.number()],
    ['a default', z.object({ a: z.string().default('a') })],
    ['a union', z.union([z.string(), z.number()])],
    ['undeclared members that are kept', z.looseObject({ a: z.string() })],
    ['a format of its own', z.stringFormat('even', (text) => text.length % 2 === 0)],
    ['another library', { '~standard': { version: 1, vendor: 'other', validate: (value: unknown) => ({ value }) } }],
  ])('leaves %s to the schema', (_, schema) => {
    expect(acceptOf(schema)).toBeNull();
  });

  it('leaves a schema that contains itself to the schema', () => {
    const node = z.object({
      name: z.string(),
      get children() {
        return z.array(node);
      },
    }) as z.ZodType;
    expect(acceptOf(node)).toBeNull();
  });
});
