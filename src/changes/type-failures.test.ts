import { describe, expect, it } from 'vitest';
import * as v from 'valibot';
import { type } from 'arktype';
import { z } from 'zod';
import { operation } from '../routing/changes/operation.js';
import { type Change, change } from './change.js';
import { reshape } from './reshape.js';
import { entry, serve, serveChanges } from './testing/serve-things.js';

const Status = z.enum(['open', 'paid']);
const Kind = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cat'), lives: z.int() }),
  z.object({ kind: z.literal('dog') }),
]);
const Tagged = z.union([
  z.object({ kind: z.literal('cat'), lives: z.int() }),
  z.object({ kind: z.enum(['dog', 'wolf']), size: z.int().max(9) }),
]);
const older = z.object({ name: z.string() });
const missing = undefined;

/** A schema, and what no client could mean by any text. */
const wrongTypes: readonly (readonly [string, z.ZodType, unknown])[] = [
  ['a list for an enum', Status, ['open', 'paid']],
  ['null for an enum', Status, null],
  ['nothing for an enum', Status, missing],
  ['a number for an enum', Status, 5],
  ['an object for an enum', Status, { open: true }],
  ['a text for an enum of numbers', z.literal([1, 2]), '1'],
  ['a list for a literal', z.literal('open'), ['open']],
  ['nothing for a literal', z.literal('open'), missing],
  ['a text for null', z.null(), 'null'],
  ['a value for a list', z.array(Status), 'open'],
  ['null for a list', z.array(Status), null],
  ['null in a list', z.array(Status), ['open', null]],
  ['a list in a list', z.array(Status), ['open', ['paid']]],
  ['a list in a record', z.record(z.string(), Status), { one: ['open'] }],
  ['a list in a tuple', z.tuple([Status]), [['open']]],
  ['a list in an object', z.object({ inner: z.object({ status: Status }) }), { inner: { status: ['open'] } }],
  ['a list for an optional enum', Status.optional(), ['open']],
  ['null for an optional enum', Status.optional(), null],
  ['a list for an enum with a default', Status.default('open'), ['open']],
  ['a list for what may be null', Status.nullable(), ['open']],
  ['nothing for what may be null', Status.nullable(), missing],
  ['a list for an enum that is transformed', Status.transform((status) => status.length), ['open']],
  ['a list for an enum behind a function', z.lazy(() => Status), ['open']],
  ['a list for an enum of a branded type', Status.brand('status').readonly(), ['open']],
  ['a list for a union with an enum', z.union([Status, z.int()]), ['open']],
  ['null for one value or a list', z.union([Status, z.array(Status)]), null],
  ['a list of another type for one value or a list', z.union([Status, z.array(Status)]), [5]],
  ['a union in a union', z.union([z.union([Status, z.int()]), z.boolean()]), ['open']],
  ['a list for a discriminated union', Kind, [{ kind: 'dog' }]],
  ['no discriminator', Kind, { lives: 9 }],
  ['a discriminator of another type', Kind, { kind: 5 }],
  ['a wrong type in an option', Kind, { kind: 'cat', lives: ['9'] }],
  ['a wrong type in the option that a plain union means', Tagged, { kind: 'cat', lives: ['9'] }],
  ['nothing in the option that a plain union means', Tagged, { kind: 'wolf' }],
  ['no tag of a plain union', Tagged, { lives: 9 }],
  ['a tag of another type of a plain union', Tagged, { kind: 5, lives: 9, size: 1 }],
  ['a wrong type in a plain union in a union', z.union([z.array(Status), Tagged]), { kind: 'cat', lives: ['9'] }],
  ['a wrong type in a list of a plain union', z.array(Tagged), [{ kind: 'cat', lives: ['9'] }]],
  ['a list for a text of a pattern', z.templateLiteral(['v', z.int()]), ['v1']],
  ['a list for what is one of two', z.xor([Status, z.int()]), ['open']],
  [
    'a list for both sides of an intersection',
    z.intersection(older, z.object({ status: Status })),
    { name: 'a', status: ['open'] },
  ],
];

/** What has the right type and breaks a rule. */
const brokenRules: readonly (readonly [string, z.ZodType, unknown])[] = [
  ['another value of an enum', Status, 'gone'],
  ['another literal', z.literal('open'), 'gone'],
  ['another value in a list', z.array(Status), ['open', 'gone']],
  ['another value of a union', z.union([Status, z.int()]), 'gone'],
  ['a number out of bounds in a union', z.union([Status, z.int().max(3)]), 7],
  ['an unknown discriminator', Kind, { kind: 'cow' }],
  ['an unknown tag of a plain union', Tagged, { kind: 'cow', lives: 9 }],
  ['a number out of bounds in the option that a plain union means', Tagged, { kind: 'dog', size: 10 }],
  [
    'an unknown value where no member is in every option',
    z.union([z.object({ status: Status }), z.object({ at: z.int() })]),
    { status: 'gone' },
  ],
  ['another number of a union of literals', z.union([z.literal('none'), z.literal(1)]), 5],
  ['too many items', z.array(Status).max(1), ['open', 'paid']],
];

const made = (After: z.ZodType, value: unknown) => () => reshape(After, { before: older, up: (() => value) as never });

describe('a value of another type that a change made is its own error', () => {
  it.each(wrongTypes)('%s', async (_, Newest, value) => {
    const After = z.object({ value: Newest });
    const { send, logged } = await serve(After, entry('2', made(After, { value })() as never));
    expect(await send('1', { name: 'ada' })).toMatchObject({ status: 500, errors: undefined });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });

  it.each(wrongTypes.filter(([, , value]) => value !== missing))('%s, as the whole body', async (_, Newest, value) => {
    const { send, logged } = await serve(Newest, entry('2', made(Newest, value)() as never));
    expect(await send('1', { name: 'ada' })).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });

  it.each(wrongTypes)('%s, in the up of an operation', async (_, Newest, value) => {
    const Query = z.object({ value: Newest });
    const { send, logged } = await serveChanges(
      z.object({ first: z.string() }),
      (controller) => [
        {
          version: '2',
          changes: [
            change({
              title: 'Version 2',
              operations: [
                operation(
                  controller,
                  'make' as never,
                  { before: { query: z.object({}) }, up: () => ({ query: { value } }) } as never,
                ),
              ],
            }) as Change,
          ],
        },
      ],
      Query,
    );
    expect(await send('1', { first: 'ada' })).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });

  it.each(wrongTypes)('%s, made for a version in between', async (_, Newest, value) => {
    const Two = z.object({ value: Newest });
    const Three = z.object({ first: z.string() });
    const { send, logged } = await serve(
      Three,
      entry('2', reshape(Two, { before: older, up: (() => ({ value })) as never }) as never),
      entry(
        '3',
        reshape(Three, {
          before: Two,
          up: (two: { value: unknown }) => ({ first: JSON.stringify(two) }),
        } as never) as never,
      ),
    );
    expect(await send('1', { name: 'ada' })).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });
});

describe('a value of the right type that breaks a rule is refused', () => {
  it.each(brokenRules)('%s', async (_, Newest, value) => {
    const After = z.object({ value: Newest });
    const { send } = await serve(After, entry('2', made(After, { value })() as never));
    expect(await send('1', { name: 'ada' })).toMatchObject({ status: 400 });
    const whole = await serve(Newest, entry('2', made(Newest, value)() as never));
    expect(await whole.send('1', { name: 'ada' })).toMatchObject({ status: 400 });
  });
});

describe('a change of the enum itself', () => {
  const reshaped = (up: (status: string) => unknown) => (Newest: z.ZodType) =>
    reshape(Newest, { before: z.enum(['one', 'two']), up: up as never }) as never;

  it.each([
    ['beside other members', z.object({ value: Status })],
    ['in an option of a union', z.object({ value: z.union([Status, z.int(), z.literal('none')]) })],
    ['in the option of another object', z.object({ value: z.union([z.object({ at: z.int() }), Status]) })],
  ])('that gives a list, %s', async (_, Body) => {
    const { send, logged } = await serve(Body, entry('2', reshaped((status) => [status, 'paid'])(Status)));
    expect(await send('1', { value: 'one' })).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });

  it('that gives a list where the body is a union', async () => {
    const Body = z.union([Status, z.object({ at: z.int() })]);
    const { send, logged } = await serve(Body, entry('2', reshaped((status) => [status, 'paid'])(Status)));
    expect(await send('1', 'one')).toMatchObject({ status: 500 });
    expect(logged.join()).toContain('The change \\"Version 2\\" of version 2');
  });

  it('may give a list where the newest parameter takes several', async () => {
    const Body = z.object({ value: z.union([Status, z.array(Status)]) });
    const { send } = await serve(Body, entry('2', reshaped(() => ['open', 'paid'])(Status)));
    expect(await send('1', { value: 'one' })).toEqual({ value: ['open', 'paid'] });
  });
});

describe('a value that the client sent is never an error of a change', () => {
  it('is refused where the newest schema takes another type', async () => {
    const After = z.object({ first: z.string(), value: Status });
    const before = z.object({ name: z.string(), value: z.unknown() });
    const up = (({ name, value }: { name: string; value: unknown }) => ({ first: name, value })) as never;
    const { send } = await serve(After, entry('2', reshape(After, { before, up }) as never));
    expect(await send('1', { name: 'a', value: ['open'] })).toMatchObject({ status: 400, errors: [{ path: 'value' }] });
    expect(await send('1', { name: 'a' })).toMatchObject({ status: 400 });
  });
});

describe('a schema of another library', () => {
  it.each([
    ['Valibot', v.object({ first: v.string(), value: v.picklist(['open', 'paid']) })],
    ['ArkType', type({ first: 'string', value: "'open' | 'paid'" })],
  ])('of %s', async (_, After) => {
    const answers = async (value: unknown) => {
      const up = (({ name }: { name: string }) => ({ first: name, value })) as never;
      const { send, logged } = await serve(
        After as never,
        entry('2', reshape(After as never, { before: older as never, up }) as never),
      );
      const answer = await send('1', { name: 'ada' });
      return [answer['status'] ?? 200, logged.join().includes('The change \\"Version 2\\" of version 2')];
    };
    expect(await answers('open')).toEqual([200, false]);
    expect(await answers('gone')).toEqual([400, false]);
    for (const wrong of [['open'], null, missing, 5])
      expect([wrong, await answers(wrong)]).toEqual([wrong, [500, true]]);
  });
});
