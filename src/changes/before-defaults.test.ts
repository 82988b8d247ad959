import { expect, it } from 'vitest';
import { type } from 'arktype';
import * as v from 'valibot';
import { z } from 'zod';
import { z as older } from 'zod/v3';
import { entry, serve, serveChanges } from './testing/serve-things.js';
import { change } from './change.js';
import { operation } from '../routing/changes/operation.js';
import { renamed } from './short-forms.js';
import { reshape } from './reshape.js';

const schemas = (wrap: (Tag: z.ZodType) => z.ZodType) => {
  const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
  const Post = z.object({ title: z.string(), held: z.unknown() }).meta({ id: 'Post' });
  const before = z.object({ title: z.string(), tags: wrap(Tag) });
  return { Tag, Post, before };
};

it.each<[string, (Tag: z.ZodType) => z.ZodType, unknown]>([
  ['an array', (Tag) => z.array(Tag).default([]), []],
  ['a value', (Tag) => Tag.default({ label: 'none' }), { label: 'none' }],
  ['array of value', (Tag) => z.array(Tag).default([{ label: 'none' }]), [{ label: 'none' }]],
  ['prefault', (Tag) => z.array(Tag).prefault([]), []],
  ['prefault of value', (Tag) => Tag.prefault({ label: 'none' }), { label: 'none' }],
  ['optional default', (Tag) => z.array(Tag).optional().default([]), []],
  ['default optional', (Tag) => z.array(Tag).default([]).optional(), []],
  ['nullable', (Tag) => z.array(Tag).nullable().default([]), []],
  ['nullable null', (Tag) => z.array(Tag).nullable().default(null), null],
  ['catch', (Tag) => z.array(Tag).catch([]), []],
  ['record', (Tag) => z.record(z.string(), Tag).default({}), {}],
  ['union', (Tag) => z.union([Tag, z.string()]).default('x'), 'x'],
  ['nested prefault', (Tag) => z.object({ list: z.array(Tag).default([]) }).prefault({}), { list: [] }],
  [
    'nested prefault nested',
    (Tag) => z.object({ in: z.object({ list: z.array(Tag).default([]) }).prefault({}) }).prefault({}),
    { in: { list: [] } },
  ],
  ['readonly', (Tag) => z.array(Tag).default([]).readonly(), []],
  ['lazy', (Tag) => z.lazy(() => z.array(Tag).default([])), []],
])('fills %s', async (_, wrap, expected) => {
  const { Tag, Post, before } = schemas(wrap);
  const got: unknown[] = [];
  const { send, logged } = await serve(
    Post,
    entry('2', renamed(Tag, { label: 'text' } as never) as never),
    entry(
      '3',
      reshape(Post, {
        before,
        up: ({ title, tags }: { title: string; tags: unknown }) => ({
          title,
          held: tags === undefined ? 'MISSING' : tags,
        }),
        down: ({ title, held }: { title: string; held: unknown }) => ({ title, tags: held }),
      } as never) as never,
    ),
  );
  for (const version of ['2', '1']) got.push(await send(version, { title: 'x' }));
  expect([got, logged]).toEqual([
    [
      { title: 'x', held: expected },
      { title: 'x', held: expected },
    ],
    [],
  ]);
});

type Libraries = readonly [string, unknown, unknown, (Tag: never) => unknown, expected: unknown];

it.each<Libraries>([
  [
    'Valibot',
    v.object({ label: v.string() }),
    v.object({ text: v.string() }),
    (Tag: v.GenericSchema) => v.object({ title: v.string(), tags: v.optional(v.array(Tag), []) }),
    [],
  ],
  [
    'Valibot, deep',
    v.object({ label: v.string() }),
    v.object({ text: v.string() }),
    (Tag: v.GenericSchema) =>
      v.object({ title: v.string(), tags: v.optional(v.object({ list: v.optional(v.array(Tag), []) }), {}) }),
    { list: [] },
  ],
  [
    'Valibot, nullish',
    v.object({ label: v.string() }),
    v.object({ text: v.string() }),
    (Tag: v.GenericSchema) => v.object({ title: v.string(), tags: v.nullish(v.array(Tag), []) }),
    [],
  ],
  [
    'Valibot, value',
    v.object({ label: v.string() }),
    v.object({ text: v.string() }),
    (Tag: v.GenericSchema) => v.object({ title: v.string(), tags: v.optional(Tag, { label: 'none' } as never) }),
    { label: 'none' },
  ],
  [
    'ArkType',
    type({ label: 'string' }),
    type({ text: 'string' }),
    (Tag: { array: () => { default: (of: () => unknown) => never } }) =>
      type({ title: 'string', tags: Tag.array().default(() => []) }),
    [],
  ],
  [
    'Zod 3',
    older.object({ label: older.string() }),
    older.object({ text: older.string() }),
    (Tag: older.ZodTypeAny) => older.object({ title: older.string(), tags: older.array(Tag).default([]) }),
    [],
  ],
  [
    'Zod 3, catch',
    older.object({ label: older.string() }),
    older.object({ text: older.string() }),
    (Tag: older.ZodTypeAny) => older.object({ title: older.string(), tags: older.array(Tag).catch([]) }),
    [],
  ],
])('fills the defaults of %s', async (_, Tag, olderTag, before, expected) => {
  const Post = z.object({ title: z.string(), held: z.unknown() }).meta({ id: 'Post' });
  const { send, logged } = await serve(
    Post,
    entry(
      '2',
      reshape(
        Tag as never,
        { before: olderTag, up: ({ text }: { text: string }) => ({ label: text }) } as never,
      ) as never,
    ),
    entry(
      '3',
      reshape(Post, {
        before: before(Tag as never),
        up: ({ title, tags }: { title: string; tags: unknown }) => ({
          title,
          held: tags === undefined ? 'MISSING' : tags,
        }),
      } as never) as never,
    ),
  );
  const got = [await send('2', { title: 'x' }), await send('1', { title: 'x' })];
  expect([got, logged]).toEqual([
    [
      { title: 'x', held: expected },
      { title: 'x', held: expected },
    ],
    [],
  ]);
});

it.each<[string, unknown, unknown]>([
  ['in an object that is there', { in: {} }, { in: { list: [], size: 3 }, more: [] }],
  [
    'in an item',
    { in: { list: [] }, more: [{}, { tags: [{ text: 'a' }] }] },
    { in: { list: [], size: 3 }, more: [{ tags: [] }, { tags: [{ label: 'a' }] }] },
  ],
  [
    'beside what breaks a rule',
    { in: { name: 'far too long' } },
    { in: { name: 'far too long', list: [], size: 3 }, more: [] },
  ],
  ['beside a null', { in: { list: null } }, { in: { list: null, size: 3 }, more: [] }],
])('fills defaults %s', async (_, sent, expected) => {
  const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
  const Post = z.object({ held: z.unknown() }).meta({ id: 'Post' });
  const before = z.object({
    in: z.object({
      name: z.string().optional(),
      list: z.array(Tag).nullable().default([]),
      size: z.int().default(3),
    }),
    more: z.array(z.object({ tags: z.array(Tag).default([]) })).default([]),
  });
  const { send, logged } = await serve(
    Post,
    entry('2', renamed(Tag, { label: 'text' } as never) as never),
    entry('3', reshape(Post, { before, up: (held: object) => ({ held }) } as never) as never),
  );
  expect([await send('1', sent), logged]).toEqual([{ held: expected }, []]);
});

it('what the newest shape catches is caught from every version', async () => {
  const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
  const Body = z.object({ tags: z.array(Tag).catch([]), first: Tag.nullable().catch(null) });
  const { send } = await serve(Body, entry('2', renamed(Tag, { label: 'text' } as never) as never));
  for (const sent of [{}, { tags: 'x', first: 7 }, { tags: [{ label: 1 }] }, { tags: [], first: {} }])
    expect(await send('1', sent)).toEqual(await send('2', sent));
  expect(await send('1', { tags: [{ text: 'a' }], first: { text: 'b' } })).toEqual({
    tags: [{ label: 'a' }],
    first: { label: 'b' },
  });
});

it('fills the defaults of what an operation had as its body', async () => {
  const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
  const { send, logged } = await serveChanges(z.object({ held: z.unknown() }), (controller) => [
    entry('2', renamed(Tag, { label: 'text' } as never) as never),
    {
      version: '3',
      changes: [
        change({
          title: 'Held',
          operations: [
            operation(
              controller,
              'make' as never,
              {
                before: { body: z.object({ tags: z.array(Tag).default([]) }) },
                up: ({ body }: { body: object }) => ({ body: { held: body } }),
              } as never,
            ),
          ],
        }),
      ],
    },
  ]);
  const got = [await send('2', {}), await send('1', {}), await send('1', { tags: [{ text: 'a' }] })];
  expect([got, logged]).toEqual([
    [{ held: { tags: [] } }, { held: { tags: [] } }, { held: { tags: [{ label: 'a' }] } }],
    [],
  ]);
});
