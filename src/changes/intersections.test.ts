import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineVersions } from './define-versions.js';
import { reshape } from './reshape.js';
import { renamed } from './short-forms.js';
import { entry, serve } from './testing/serve-things.js';

const Named = z.object({ id: z.string(), title: z.string() }).meta({ id: 'Named' });
const Kind = z.enum(['card', 'transfer']).meta({ id: 'Kind' });
const kinds = reshape(Kind, {
  before: z.enum(['card', 'wire', 'cc']),
  down: (kind) => (kind === 'card' ? 'cc' : 'wire'),
  up: (kind) => (kind === 'cc' ? 'card' : 'transfer'),
});
const newNames = renamed(Named, { title: 'name' });
const byHand = reshape(Named, {
  before: z.object({ id: z.string(), name: z.string() }),
  down: ({ id, title }) => ({ id, name: title }),
  up: ({ id, name }) => ({ id, title: name }),
});

const others: readonly (readonly [name: string, of: (side: z.ZodType) => z.ZodType, beside: object])[] = [
  ['an object that shares a member', (side) => side.and(z.object({ id: z.string(), tag: z.string() })), { tag: 't' }],
  ['a loose object', (side) => side.and(z.looseObject({ tag: z.string() })), { tag: 't', more: 1 }],
  ['a catchall', (side) => side.and(z.object({}).catchall(z.string())), { more: 'm' }],
  ['a record of anything', (side) => side.and(z.record(z.string(), z.unknown())), { more: 1 }],
  ['a record of texts', (side) => side.and(z.record(z.string(), z.string())), { more: 'm' }],
  ['a partial record', (side) => side.and(z.partialRecord(z.enum(['a', 'b']), z.number())), { a: 1 }],
  ['a loose record', (side) => side.and(z.looseRecord(z.string().regex(/^x-/), z.string())), { 'x-a': 'a' }],
  ['unknown', (side) => side.and(z.unknown()), { more: 1 }],
  ['any', (side) => z.intersection(z.any(), side), { more: 1 }],
  ['a custom schema', (side) => side.and(z.custom(() => true)), { more: 1 }],
  ['a union', (side) => side.and(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])), { b: 'b' }],
  ['a lazy object', (side) => side.and(z.lazy(() => z.object({ tag: z.string() }))), { tag: 't' }],
  ['a transform', (side) => side.and(z.object({ tag: z.string().transform((tag) => `${tag}!`) })), { tag: 't' }],
  ['two more', (side) => side.and(z.object({ a: z.string() })).and(z.unknown()), { a: 'a', more: 1 }],
];

describe.each([
  ['renamed', newNames],
  ['reshape by hand', byHand],
])('%s, in an intersection', (_, change) => {
  it.each(others)('with %s', async (_name, of, beside) => {
    const { send, logged } = await serve(of(Named), entry('2', change as never));
    const newest = await send('2', { id: 'i', title: 't', ...beside });
    expect(newest).toMatchObject({ id: 'i', title: 't' });
    expect(await send('1', { id: 'i', name: 't', ...beside })).toEqual(newest);
    const versions = defineVersions(['1', entry('2', change as never)]);
    const { title, ...rest } = newest;
    expect(versions.down(of(Named), newest, '1')).toEqual({ ...rest, name: title });
    expect(logged).toEqual([]);
  });

  it('with strict objects on both sides', async () => {
    const { send } = await serve(z.strictObject({ tag: z.string() }).and(Named), entry('2', change as never));
    expect(await send('1', { id: 'i', name: 't', tag: 'x' })).toEqual({ id: 'i', title: 't', tag: 'x' });
    expect(await send('1', { id: 'i', name: 't', tag: 1 })).toMatchObject({ errors: [{ path: 'tag' }] });
  });
});

describe('both sides of an intersection', () => {
  it('are converted from what came in', async () => {
    const Both = z.object({ kind: Kind }).and(z.record(z.string(), Kind));
    const { send } = await serve(Both, entry('2', kinds as never));
    expect(await send('1', { kind: 'cc', other: 'wire' })).toEqual({ kind: 'card', other: 'transfer' });
    const versions = defineVersions(['1', entry('2', kinds as never)]);
    expect(versions.down(Both, { kind: 'card', other: 'transfer' }, '1')).toEqual({ kind: 'cc', other: 'wire' });
  });

  it('may change one member, each its own part', async () => {
    const Tagged = z.object({ label: z.string() }).meta({ id: 'Tagged' });
    const Both = z.object({ box: Named }).and(z.object({ box: Tagged }));
    const { send } = await serve(Both, entry('2', byHand as never, renamed(Tagged, { label: 'text' }) as never));
    const older = { box: { id: 'i', name: 't', text: 'l' } };
    const newest = { box: { id: 'i', title: 't', label: 'l' } };
    expect(await send('1', older)).toEqual(newest);
    const versions = defineVersions(['1', entry('2', byHand as never, renamed(Tagged, { label: 'text' }) as never)]);
    expect(versions.down(Both, newest, '1')).toEqual(older);
  });

  it('name what the requested version has where the newest schema refuses', async () => {
    const Short = z.object({ id: z.string(), title: z.string().refine((title) => title !== 'root', 'is taken') });
    const { send } = await serve(
      Short.and(z.unknown()),
      entry(
        '2',
        reshape(Short, {
          before: z.object({ id: z.string(), name: z.string() }),
          down: ({ id, title }) => ({ id, name: title }),
          up: ({ id, name }) => ({ id, title: name }),
        }) as never,
      ),
    );
    expect(await send('1', { id: 'i', name: 'root' })).toMatchObject({
      status: 400,
      errors: [{ message: 'is taken' }],
    });
    expect(JSON.stringify(await send('1', { id: 'i', name: 'root' }))).not.toContain('title');
  });
});
