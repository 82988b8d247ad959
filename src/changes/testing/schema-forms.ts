import { z } from 'zod';

/** A form that a schema takes around another one, with what its values are on the way and in a handler. */
export interface SchemaForm {
  readonly name: string;
  /** `text` where it holds schemas of texts alone, as keys of records do; `object` where it adds members to one. */
  readonly holds: 'any' | 'text' | 'object';
  /** Whether the form itself is one of texts. */
  readonly isText?: true;
  readonly of: (inner: z.ZodType) => z.ZodType;
  /** A value of it in JSON. */
  readonly sent: (inner: unknown) => unknown;
  /** The same as a handler gets and returns it, where that differs. */
  readonly held?: (inner: unknown) => unknown;
}

const same = (inner: unknown) => inner;
const asJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('no JSON');
    return z.NEVER;
  }
});
const wrapper = (name: string, of: SchemaForm['of'], isText = true): SchemaForm => ({
  name,
  holds: 'any',
  of,
  sent: same,
  ...(isText && { isText: true }),
});
const inJson = (name: string, of: SchemaForm['of']): SchemaForm => ({
  name,
  holds: 'any',
  of,
  sent: (inner) => JSON.stringify(inner),
  held: same,
});
const key = (name: string, of: SchemaForm['of'], others: object = {}): SchemaForm => ({
  name,
  holds: 'text',
  of,
  sent: (inner) => ({ [String(inner)]: 1, ...others }),
});
const container = (name: string, of: SchemaForm['of'], sent: SchemaForm['sent']): SchemaForm => ({
  name,
  holds: 'any',
  of,
  sent,
});

/** Every form of Zod 4 that holds another schema. */
export const zodForms: readonly SchemaForm[] = [
  container(
    'member',
    (inner) => z.object({ m: inner, n: z.number() }),
    (inner) => ({ m: inner, n: 1 }),
  ),
  container(
    'strict member',
    (inner) => z.strictObject({ m: inner }),
    (inner) => ({ m: inner }),
  ),
  container(
    'loose member',
    (inner) => z.looseObject({ m: inner }),
    (inner) => ({ m: inner, z: 's' }),
  ),
  container(
    'catchall',
    (inner) => z.object({ n: z.number() }).catchall(inner),
    (inner) => ({ n: 1, m: inner }),
  ),
  container(
    'item',
    (inner) => z.array(inner),
    (inner) => [inner, inner],
  ),
  container(
    'place of a tuple',
    (inner) => z.tuple([z.number(), inner]),
    (inner) => [1, inner],
  ),
  container(
    'rest of a tuple',
    (inner) => z.tuple([z.number()], inner),
    (inner) => [1, inner, inner],
  ),
  container(
    'record',
    (inner) => z.record(z.string(), inner),
    (inner) => ({ k: inner, l: inner }),
  ),
  container(
    'record of names',
    (inner) => z.record(z.enum(['k', 'l']), inner),
    (inner) => ({ k: inner, l: inner }),
  ),
  container(
    'partial record',
    (inner) => z.partialRecord(z.enum(['k', 'l']), inner),
    (inner) => ({ k: inner }),
  ),
  container(
    'loose record',
    (inner) => z.looseRecord(z.string().regex(/^x-/), inner),
    (inner) => ({ 'x-a': inner, b: 1 }),
  ),
  key('keys', (inner) => z.record(inner as never, z.number().optional())),
  key('partial keys', (inner) => z.partialRecord(inner as never, z.number())),
  key('loose keys', (inner) => z.looseRecord(inner as never, z.number().optional()), { z: 's' }),
  key('keys of a union', (inner) => z.partialRecord(z.union([inner, z.literal('other')]) as never, z.number()), {
    other: 2,
  }),
  container('first of a union', (inner) => z.union([inner, z.number()]), same),
  container('last of a union', (inner) => z.union([z.number(), inner]), same),
  container(
    'option',
    (inner) => z.discriminatedUnion('t', [z.object({ t: z.literal('a'), m: inner }), z.object({ t: z.literal('b') })]),
    (inner) => ({ t: 'a', m: inner }),
  ),
  container('exclusive union', (inner) => z.xor([inner, z.number()]), same),
  container(
    'left of an intersection',
    (inner) => z.intersection(z.object({ m: inner }), z.object({ n: z.number() })),
    (inner) => ({ m: inner, n: 1 }),
  ),
  container(
    'right of an intersection',
    (inner) => z.object({ n: z.number() }).and(z.object({ m: inner })),
    (inner) => ({ n: 1, m: inner }),
  ),
  wrapper('optional', (inner) => inner.optional()),
  wrapper('nullable', (inner) => inner.nullable()),
  wrapper('nullish', (inner) => inner.nullish()),
  wrapper('exact optional', (inner) => z.exactOptional(inner)),
  wrapper('readonly', (inner) => inner.readonly()),
  wrapper('nonoptional', (inner) => z.nonoptional(inner.optional())),
  wrapper('lazy', (inner) => z.lazy(() => inner)),
  wrapper('catch', (inner) => inner.catch(null), false),
  wrapper('refined', (inner) => inner.refine(() => true)),
  wrapper('described', (inner) => inner.describe('A thing')),
  wrapper('branded', (inner) => inner.brand('B')),
  wrapper('default', (inner) => z._default(inner, null)),
  wrapper('prefault', (inner) => z.prefault(inner, null)),
  wrapper('preprocess', (inner) => z.preprocess((value) => value, inner)),
  wrapper('unknown, then it', (inner) => z.unknown().pipe(inner)),
  wrapper('it, then unknown', (inner) => inner.pipe(z.unknown())),
  wrapper('it, then any', (inner) => inner.pipe(z.any())),
  wrapper('it, then a transform', (inner) => inner.transform((value) => value)),
  wrapper('any in a transform, then it', (inner) =>
    z
      .any()
      .transform((value) => value)
      .pipe(inner),
  ),
  inJson('JSON text, then it', (inner) => asJson.pipe(inner)),
  inJson('codec to it', (inner) =>
    z.codec(z.string(), inner, {
      decode: (text) => JSON.parse(text) as never,
      encode: (value) => JSON.stringify(value),
    }),
  ),
  {
    name: 'codec from it',
    holds: 'any',
    of: (inner) =>
      z.codec(inner, z.object({ boxed: z.unknown() }), {
        decode: (boxed) => ({ boxed }),
        encode: ({ boxed }) => boxed as never,
      }),
    sent: same,
    held: (inner) => ({ boxed: inner }),
  },
  {
    name: 'template literal',
    holds: 'text',
    isText: true,
    of: (inner) => z.templateLiteral(['x-', inner as never]),
    sent: (inner) => `x-${String(inner)}`,
  },
  {
    name: 'map',
    holds: 'any',
    of: (inner) =>
      z
        .array(z.tuple([z.string(), z.unknown()]))
        .transform((entries) => new Map(entries))
        .pipe(z.map(z.string(), inner)),
    sent: (inner) => [['k', inner]],
    held: (inner) => new Map([['k', inner]]),
  },
  {
    name: 'set',
    holds: 'any',
    of: (inner) =>
      z
        .array(z.unknown())
        .transform((items) => new Set(items))
        .pipe(z.set(inner)),
    sent: (inner) => [inner],
    held: (inner) => new Set([inner]),
  },
  { name: 'success', holds: 'any', of: (inner) => z.success(inner), sent: same, held: () => true },
  { name: 'promise', holds: 'any', of: (inner) => z.promise(inner), sent: same, held: same },
  {
    name: 'property of a check',
    holds: 'any',
    of: (inner) => z.looseObject({}).check(z.property('m', inner as never)),
    sent: (inner) => ({ m: inner }),
  },
];
