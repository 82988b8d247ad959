import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod/v3';
import type { Schema } from '../../schema/standard-schema.js';
import type { SchemaForm } from './schema-forms.js';

/** A library with its forms, and the two schemas that change: an object and an enum. */
export interface FormLibrary {
  readonly name: string;
  readonly forms: readonly SchemaForm[];
  readonly object: Schema;
  readonly olderObject: Schema;
  readonly kind: Schema;
  readonly olderKind: Schema;
  /** An object with a schema as its only member, `at`. */
  readonly whole: (at: never) => Schema;
}

const same = (inner: unknown) => inner;
const asMember = (inner: unknown) => ({ m: inner });
const asValues = (inner: unknown) => ({ k: inner });
const asItems = (inner: unknown) => [inner, inner];
const asPlace = (inner: unknown) => [1, inner];
const asRest = (inner: unknown) => [1, inner, inner];
const asKey = (inner: unknown) => ({ [String(inner)]: 1 });
const asEntries = (inner: unknown) => [['k', inner]];

type Row = readonly [
  name: string,
  of: (inner: never) => unknown,
  sent?: SchemaForm['sent'],
  others?: Partial<SchemaForm>,
];

const form = ([name, of, sent = same, others = {}]: Row): SchemaForm =>
  ({
    name,
    holds: 'any',
    of,
    sent,
    ...(sent === same && others.held === undefined && { isText: true }),
    ...others,
  }) as never;

const inJson = { held: same } as const;
const text = { holds: 'text' } as const;

export const valibotForms: readonly SchemaForm[] = (
  [
    ['member', (inner: v.GenericSchema) => v.object({ m: inner }), asMember],
    ['strict member', (inner: v.GenericSchema) => v.strictObject({ m: inner }), asMember],
    ['loose member', (inner: v.GenericSchema) => v.looseObject({ m: inner }), (inner) => ({ m: inner, z: 1 })],
    ['rest', (inner: v.GenericSchema) => v.objectWithRest({ n: v.number() }, inner), (inner) => ({ n: 1, m: inner })],
    ['item', (inner: v.GenericSchema) => v.array(inner), asItems],
    ['place of a tuple', (inner: v.GenericSchema) => v.tuple([v.number(), inner]), asPlace],
    ['rest of a tuple', (inner: v.GenericSchema) => v.tupleWithRest([v.number()], inner), asRest],
    ['record', (inner: v.GenericSchema) => v.record(v.string(), inner), asValues],
    ['keys', (inner: v.GenericSchema<string>) => v.record(inner, v.number()), asKey, text],
    ['union', (inner: v.GenericSchema) => v.union([v.number(), inner]), same, { isText: undefined }],
    [
      'variant',
      (inner: v.GenericSchema) =>
        v.variant('t', [v.object({ t: v.literal('a'), m: inner }), v.object({ t: v.literal('b') })]),
      (inner) => ({ t: 'a', m: inner }),
    ],
    [
      'intersection',
      (inner: v.GenericSchema) => v.intersect([v.object({ m: inner }), v.object({ n: v.number() })]),
      (inner) => ({ m: inner, n: 1 }),
    ],
    ['optional', (inner: v.GenericSchema) => v.optional(inner)],
    ['nullable', (inner: v.GenericSchema) => v.nullable(inner)],
    ['nullish', (inner: v.GenericSchema) => v.nullish(inner)],
    ['exact optional', (inner: v.GenericSchema) => v.object({ m: v.exactOptional(inner) }), asMember],
    ['nonNullish', (inner: v.GenericSchema) => v.nonNullish(v.nullish(inner))],
    ['lazy', (inner: v.GenericSchema) => v.lazy(() => inner)],
    ['fallback', (inner: v.GenericSchema) => v.fallback(inner, null as never), same, { isText: undefined }],
    ['described', (inner: v.GenericSchema) => v.pipe(inner, v.description('A thing'))],
    [
      'checked',
      (inner: v.GenericSchema) =>
        v.pipe(
          inner,
          v.check(() => true),
        ),
    ],
    ['branded', (inner: v.GenericSchema) => v.pipe(inner, v.brand('B'))],
    [
      'it, then a transform',
      (inner: v.GenericSchema) =>
        v.pipe(
          inner,
          v.transform((value) => value),
        ),
    ],
    ['unknown, then it', (inner: v.GenericSchema) => v.pipe(v.unknown(), inner)],
    ['it, then unknown', (inner: v.GenericSchema) => v.pipe(inner, v.unknown())],
    [
      'JSON text, then it',
      (inner: v.GenericSchema) =>
        v.pipe(
          v.string(),
          v.transform((one): unknown => JSON.parse(one)),
          inner,
        ),
      (inner) => JSON.stringify(inner),
      inJson,
    ],
    [
      'map',
      (inner: v.GenericSchema) =>
        v.pipe(
          v.array(v.tuple([v.string(), v.unknown()])),
          v.transform((entries) => new Map(entries)),
          v.map(v.string(), inner),
        ),
      asEntries,
      { held: (inner) => new Map([['k', inner]]) },
    ],
    [
      'set',
      (inner: v.GenericSchema) =>
        v.pipe(
          v.array(v.unknown()),
          v.transform((items) => new Set(items)),
          v.set(inner),
        ),
      (inner) => [inner],
      { held: (inner) => new Set([inner]) },
    ],
  ] satisfies readonly Row[]
).map(form);

export const zod3Forms: readonly SchemaForm[] = (
  [
    ['member', (inner: z.ZodTypeAny) => z.object({ m: inner }), asMember],
    ['strict member', (inner: z.ZodTypeAny) => z.object({ m: inner }).strict(), asMember],
    ['loose member', (inner: z.ZodTypeAny) => z.object({ m: inner }).passthrough(), (inner) => ({ m: inner, z: 1 })],
    ['catchall', (inner: z.ZodTypeAny) => z.object({ n: z.number() }).catchall(inner), (inner) => ({ n: 1, m: inner })],
    ['item', (inner: z.ZodTypeAny) => z.array(inner), asItems],
    ['place of a tuple', (inner: z.ZodTypeAny) => z.tuple([z.number(), inner]), asPlace],
    ['rest of a tuple', (inner: z.ZodTypeAny) => z.tuple([z.number()]).rest(inner), asRest],
    ['record', (inner: z.ZodTypeAny) => z.record(inner), asValues],
    ['keys', (inner: z.ZodString) => z.record(inner, z.number()), asKey, text],
    ['union', (inner: z.ZodTypeAny) => z.union([z.number(), inner]), same, { isText: undefined }],
    [
      'option',
      (inner: z.ZodTypeAny) =>
        z.discriminatedUnion('t', [z.object({ t: z.literal('a'), m: inner }), z.object({ t: z.literal('b') })]),
      (inner) => ({ t: 'a', m: inner }),
    ],
    [
      'intersection',
      (inner: z.ZodTypeAny) => z.intersection(z.object({ m: inner }), z.object({ n: z.number() })),
      (inner) => ({ m: inner, n: 1 }),
    ],
    ['optional', (inner: z.ZodTypeAny) => inner.optional()],
    ['nullable', (inner: z.ZodTypeAny) => inner.nullable()],
    ['default', (inner: z.ZodTypeAny) => inner.nullable().default(null)],
    ['catch', (inner: z.ZodTypeAny) => inner.nullable().catch(null), same, { isText: undefined }],
    ['lazy', (inner: z.ZodTypeAny) => z.lazy(() => inner)],
    ['readonly', (inner: z.ZodTypeAny) => inner.readonly()],
    ['refined', (inner: z.ZodTypeAny) => inner.refine(() => true)],
    ['branded', (inner: z.ZodTypeAny) => inner.brand('B')],
    ['described', (inner: z.ZodTypeAny) => inner.describe('A thing')],
    ['preprocess', (inner: z.ZodTypeAny) => z.preprocess((value) => value, inner)],
    ['it, then a transform', (inner: z.ZodTypeAny) => inner.transform((value: unknown) => value)],
    ['it, then unknown', (inner: z.ZodTypeAny) => inner.pipe(z.unknown())],
    ['unknown, then it', (inner: z.ZodTypeAny) => z.unknown().pipe(inner)],
    [
      'JSON text, then it',
      (inner: z.ZodTypeAny) =>
        z
          .string()
          .transform((one): unknown => JSON.parse(one))
          .pipe(inner),
      (inner) => JSON.stringify(inner),
      inJson,
    ],
    [
      'map',
      (inner: z.ZodTypeAny) =>
        z
          .array(z.tuple([z.string(), z.unknown()]))
          .transform((entries) => new Map(entries))
          .pipe(z.map(z.string(), inner)),
      asEntries,
      { held: (inner) => new Map([['k', inner]]) },
    ],
  ] satisfies readonly Row[]
).map(form);

export const arktypeForms: readonly SchemaForm[] = (
  [
    ['member', (inner: never) => type({ m: inner }), asMember],
    ['strict member', (inner: never) => type({ '+': 'reject', m: inner }), asMember],
    ['item', (inner: type) => inner.array(), asItems],
    [
      'place of a tuple',
      (inner: type) => (type as unknown as (definition: unknown) => unknown)(['number', inner]),
      asPlace,
    ],
    ['rest of a tuple', (inner: type) => type(['number', '...', inner.array()] as never), asRest],
    ['record', (inner: never) => type({ '[string]': inner }), asValues],
    ['members of a pattern', (inner: never) => type({ '[/^x-/]': inner }), (inner) => ({ 'x-a': inner })],
    [
      'members beside a pattern',
      (inner: never) => type({ n: 'number', '[/^x-/]': inner }),
      (inner) => ({ n: 1, 'x-a': inner }),
    ],
    ['union', (inner: type) => type('number').or(inner as never), same, { isText: undefined }],
    ['optional member', (inner: never) => type({ 'm?': inner }), asMember],
    ['nullable', (inner: type) => inner.or('null')],
    ['narrowed', (inner: type) => inner.narrow(() => true)],
    ['described', (inner: type) => inner.describe('a thing')],
    ['it, then a morph', (inner: type) => inner.pipe((value: unknown) => value)],
    [
      'JSON text, then it',
      (inner: type) => type('string.json.parse').to(inner as never),
      (inner) => JSON.stringify(inner),
      inJson,
    ],
    [
      'merged',
      (inner: type) => inner.and({ more: 'number' } as never),
      (inner) => ({ ...(inner as object), more: 1 }),
      { holds: 'object' },
    ],
    ['intersected members', (inner: never) => type({ m: inner }).and({ n: 'number' }), (inner) => ({ m: inner, n: 1 })],
  ] satisfies readonly Row[]
).map(form);

/** The libraries beside Zod 4, and their forms. */
export const formLibraries: readonly FormLibrary[] = [
  {
    name: 'Valibot',
    forms: valibotForms,
    object: v.object({ id: v.string(), title: v.string() }),
    olderObject: v.object({ id: v.string(), name: v.string() }),
    kind: v.picklist(['card', 'transfer']),
    olderKind: v.picklist(['cc', 'wire']),
    whole: (at) => v.object({ at }),
  },
  {
    name: 'Zod 3',
    forms: zod3Forms,
    object: z.object({ id: z.string(), title: z.string() }),
    olderObject: z.object({ id: z.string(), name: z.string() }),
    kind: z.enum(['card', 'transfer']),
    olderKind: z.enum(['cc', 'wire']),
    whole: (at) => z.object({ at }),
  },
  {
    name: 'ArkType',
    forms: arktypeForms,
    object: type({ id: 'string', title: 'string' }),
    olderObject: type({ id: 'string', name: 'string' }),
    kind: type("'card' | 'transfer'"),
    olderKind: type("'cc' | 'wire'"),
    whole: (at) => type({ at }),
  },
];
