import * as v from 'valibot';
import { type } from 'arktype';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { internal } from '../schema/internal.js';
import {
  added,
  change,
  defineVersions,
  isNewer,
  lens,
  refuse,
  renamed,
  reshape,
  ShapeMismatch,
  ShapeTooNew,
} from './index.js';

const Line = z.object({ sku: z.string(), quantity: z.int().min(1) }).meta({ id: 'Line' });
const Cart = z.object({ id: z.string(), lines: z.array(Line), currency: z.string().length(3) }).meta({ id: 'Cart' });

const counted = change({ title: 'A line has a quantity', schemas: [renamed(Line, { quantity: 'count' })] });
const currency = change({ title: 'A cart has a currency', schemas: [added(Cart, { currency: 'EUR' })] });
const versions = defineVersions(['1', { version: '2', changes: [counted] }, { version: '3', changes: [currency] }]);
const carts = lens(Cart, versions, { unmarked: '1' });

const cart = { id: 'c1', lines: [{ sku: 'tea', quantity: 2 }], currency: 'EUR' };
const stored1 = { id: 'c1', lines: [{ sku: 'tea', count: 2 }] };

const thrownBy = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
};

describe('a lens', () => {
  it('reads each shape as the newest, and marks from headers', () => {
    expect(carts.read(stored1, '1')).toEqual(cart);
    expect(carts.read({ id: 'c1', lines: cart.lines }, '2')).toEqual(cart);
    expect(carts.read(cart, '3')).toEqual(cart);
    expect(carts.read(stored1, Buffer.from('1'))).toEqual(cart);
    expect(carts.read(stored1, null)).toEqual(cart);
    expect(carts.read(stored1)).toEqual(cart);
    expectTypeOf(carts.read(cart, '3')).toEqualTypeOf<z.output<typeof Cart>>();
  });

  it('writes the newest shape, and older ones for older builds', () => {
    expect(carts.write({ ...cart, extra: true } as typeof cart)).toEqual(cart);
    expect(carts.writeAs('1', cart)).toEqual(stored1);
    expect(carts.shapes).toEqual(['1', '2', '3']);
    expect(carts.newest).toBe('3');
    expect(z.safeParse(carts.schemaOf('1') as z.ZodType, stored1).success).toBe(true);
    expect(carts.schemaOf('3')).toBe(Cart);
  });

  it('writes no shape that older builds cannot read while it says so', async () => {
    const first = lens(Cart, versions, { unmarked: '1', writes: '2' });
    expect([first.writes, first.newest, carts.writes]).toEqual(['2', '3', '3']);
    expect(first.read(cart, '3')).toEqual(cart);
    expect(first.writeAs('1', cart)).toEqual(stored1);
    expect(first.writeAs('2', cart)).toEqual({ id: 'c1', lines: cart.lines });
    expect(() => first.write(cart)).toThrow(
      "Cart: this build writes no shape after 2. Use writeAs('2', …), or set writes: '3' once every build reads it.",
    );
    await expect(first.migrateAll([{ shape: '1', data: stored1 }], () => {})).rejects.toThrow(RangeError);
    expect(() => lens(Cart, versions, { writes: '4' })).toThrow('Cart: Unknown shape "4". Available: 1, 2, 3.');
  });

  it.each([
    ['', 'Cart: Unknown shape "". Available: 1, 2, 3.'],
    ['1 ', 'Cart: Unknown shape "1 ". Did you mean "1"? Available: 1, 2, 3.'],
    [Buffer.from([0xff]), 'Cart: Unknown shape "\ufffd". Available: 1, 2, 3.'],
    ['9'.repeat(101), `Cart: Unknown shape "${'9'.repeat(100)}". Available: 1, 2, 3.`],
    [2, "Cart: the mark is 2. Write it as text, such as '3'."],
    [['1'], "Cart: the mark is a list. Write it as text, such as '3'."],
    ['2.5', 'Cart: Unknown shape "2.5". Available: 1, 2, 3.'],
    ['next', 'Cart: Unknown shape "next". Available: 1, 2, 3.'],
  ])('takes %j for no newer shape, whatever is to become of those', (mark, message) => {
    for (const options of [undefined, { newer: 'pass' } as const])
      expect(thrownBy(() => carts.read(stored1, mark as string, options as { newer: 'pass' }))).toEqual(
        new RangeError(message),
      );
  });

  it('says which row it cannot migrate', async () => {
    const bad = { id: 7, shape: '2', data: {} };
    const written: unknown[] = [];
    const rows = [{ id: 1, shape: '1', data: stored1 }, { id: 2, data: stored1 }, bad];
    const error = await carts
      .migrateAll(rows, (batch) => written.push(...batch.map(({ id }) => id)), { batch: 2 })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(ShapeMismatch);
    expect((error as ShapeMismatch).row).toBe(bad);
    expect(written).toEqual([1, 2]);
    await expect(carts.migrateAll([{ shape: '9', data: {} }], () => {})).rejects.toMatchObject({ row: { shape: '9' } });
  });

  it('has no versions with dates for clients', () => {
    const dated = { version: '2', deprecated: { since: '2026-01-01' } };
    expect(() => defineVersions(['1', dated])).toThrow(
      'Version "2": deprecated is for clients of a service. Import defineVersions from \'svckit\'.',
    );
  });

  it('takes no other word for newer shapes', async () => {
    const message = /newer is "no"\. Write 'pass', or leave it out\./;
    expect(() => carts.read({}, '9', { newer: 'no' as 'pass' })).toThrow(message);
    await expect(carts.migrateAll([], () => {}, { newer: 'no' as 'pass' })).rejects.toThrow(message);
    expect(Object.isFrozen(carts)).toBe(true);
  });

  it('drops what a strict shape does not have', () => {
    const Tag = z.strictObject({ label: z.string(), at: z.string() }).meta({ id: 'Tag' });
    const older = z.strictObject({ label: z.string() });
    const at = reshape(Tag, { before: older, down: (tag) => tag, up: (tag) => ({ ...tag, at: '' }) });
    const tags = lens(
      Tag,
      defineVersions(['1', { version: '2', changes: [change({ title: 'Dated', schemas: [at] })] }]),
    );
    expect(tags.writeAs('1', { label: 'a', at: 'b' })).toEqual({ label: 'a' });
    expect(() => tags.read({ label: 'a', at: 'b' }, '1')).toThrow(ShapeMismatch);
  });

  it('names the version and the place of what does not fit', () => {
    expect(thrownBy(() => carts.read({ ...stored1, lines: [{ sku: 'tea', count: 'two' }] }, '1'))).toMatchObject({
      name: 'ShapeMismatch',
      version: '1',
      pointer: '/lines/0/count',
    });
    const tooFew = thrownBy(() => carts.read({ id: 'c1', lines: [], currency: 'EURO' }, '3'));
    expect(tooFew).toBeInstanceOf(ShapeMismatch);
    expect((tooFew as Error).message).toBe(
      'The value does not fit version 3 of Cart at /currency: Too big: expected string to have exactly 3 characters',
    );
    expect(thrownBy(() => carts.write({ ...cart, currency: 'EURO' }))).toMatchObject({
      version: '3',
      pointer: '/currency',
    });
  });

  it('names the newest version where that refuses what was converted', () => {
    const Name = z.object({ name: z.string().refine((name) => name.includes(' '), 'two words') }).meta({ id: 'Name' });
    const names = lens(
      Name,
      defineVersions([
        '1',
        {
          version: '2',
          changes: [
            change({
              title: 'Renamed',
              schemas: [
                reshape(Name, { before: z.object({ label: z.string() }), up: ({ label }) => ({ name: label }) }),
              ],
            }),
          ],
        },
      ]),
    );
    expect(thrownBy(() => names.read({ label: 'one' }, '1'))).toMatchObject({ version: '2', pointer: '/name' });
  });

  it('distinguishes a refusal of a change from its failure', () => {
    const User = z.object({ first: z.string() }).meta({ id: 'User' });
    const parts = (up: (user: { name: string }) => { first: string }) =>
      lens(
        User,
        defineVersions([
          '1',
          {
            version: '2',
            changes: [
              change({
                title: 'A first name',
                schemas: [reshape(User, { before: z.object({ name: z.string() }), up })],
              }),
            ],
          },
        ]),
      );
    const refusing = parts(() => refuse(400, 'Two words are needed.', { member: 'name' }));
    expect(thrownBy(() => refusing.read({ name: 'Ada' }, '1'))).toMatchObject({
      name: 'ShapeMismatch',
      version: '1',
      pointer: '/name',
    });
    const wrong = parts(() => ({ first: 1 as never }));
    expect(thrownBy(() => wrong.read({ name: 'Ada' }, '1'))).toMatchObject({ name: 'ChangeError' });
    const failing = parts(() => {
      throw new Error('no');
    });
    expect(thrownBy(() => failing.read({ name: 'Ada' }, '1'))).toMatchObject({ name: 'ChangeError' });
  });

  it('knows what is newer from what is no version', () => {
    expect(thrownBy(() => carts.read(cart, '4'))).toMatchObject({ name: 'ShapeTooNew', shape: '4', newest: '3' });
    expect(thrownBy(() => carts.read(cart, '4'))).toBeInstanceOf(ShapeTooNew);
    const passed = carts.read({ anything: 1 }, '4', { newer: 'pass' });
    expect(passed).toEqual({ value: { anything: 1 }, shape: '4' });
    expect(isNewer(passed)).toBe(true);
    expect(isNewer(carts.read(cart, '3', { newer: 'pass' }))).toBe(false);
    expect(() => carts.read(cart, '0')).toThrow('Cart: Unknown shape "0". Available: 1, 2, 3.');
    expect(() => carts.read(cart, 'next')).toThrow(RangeError);
    expect(() => carts.read(cart, 3 as never)).toThrow(RangeError);
    expect(() => lens(Cart, versions).read(cart)).toThrow(
      "Cart: the value has no mark. Say which shape such values have: lens(…, { unmarked: '1' }).",
    );
  });

  it('reads what is not released, and writes the newest released shape', () => {
    const next = defineVersions(['1', { version: '2', changes: [counted] }], { next: [currency] });
    const unreleased = lens(Cart, next);
    expect(unreleased.newest).toBe('2');
    expect(unreleased.shapes).toEqual(['1', '2']);
    expect(unreleased.write(cart)).toEqual({ id: 'c1', lines: cart.lines });
    expect(unreleased.read(unreleased.write(cart), '2')).toEqual(cart);
    expect(() => unreleased.writeAs('next', cart)).toThrow('Cart: Unknown shape "next". Available: 1, 2.');
  });

  it('stores what a codec takes, and refuses a transform without a way back', () => {
    const Event = z
      .object({
        at: z.codec(z.iso.datetime(), z.date(), {
          decode: (text) => new Date(text),
          encode: (date) => date.toISOString(),
        }),
        tag: z.string(),
      })
      .meta({ id: 'Event' });
    const tagged = change({ title: 'Tags', schemas: [renamed(Event, { tag: 'label' })] });
    const events = lens(Event, defineVersions(['1', { version: '2', changes: [tagged] }]));
    const event = { at: new Date(0), tag: 'x' };
    const json = { at: '1970-01-01T00:00:00.000Z', label: 'x' };
    expect(events.writeAs('1', event)).toEqual(json);
    expect(events.read(json, '1')).toEqual(event);
    expect(events.read(events.write(event), '2')).toEqual(event);
    const loud = lens(z.object({ name: z.string().transform((name) => `${name}!`) }).meta({ id: 'Loud' }), versions);
    expect(() => loud.write({ name: 'a' })).toThrow(
      'A transform in version 3 of Loud has no way back, so that what it returns cannot be stored. Write z.codec(…) in its place.',
    );
    const upper = lens(z.object({ name: z.string().transform((name) => name.toUpperCase()) }), versions);
    expect(upper.write({ name: 'A' })).toEqual({ name: 'A' });
  });

  it('reads schemas of Valibot and ArkType', () => {
    const Book = v.pipe(v.object({ title: v.string(), tags: v.array(v.string()) }), v.metadata({ title: 'Book' }));
    const Author = type({ name: 'string', 'born?': 'number' });
    const line = defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Titles and names',
            schemas: [
              reshape(Book, {
                before: v.object({ name: v.string() }),
                down: ({ title }) => ({ name: title }),
                up: ({ name }) => ({ title: name, tags: [] }),
              }),
              reshape(Author, {
                before: type({ label: 'string' }),
                down: ({ name }) => ({ label: name }),
                up: ({ label }) => ({ name: label }),
              }),
            ],
          }),
        ],
      },
    ]);
    const books = lens(Book, line, { name: 'books' });
    expect(books.read({ name: 'Emma' }, '1')).toEqual({ title: 'Emma', tags: [] });
    expect(books.writeAs('1', { title: 'Emma', tags: [] })).toEqual({ name: 'Emma' });
    expect(books.read(books.write({ title: 'Emma', tags: ['a'] }), '2')).toEqual({ title: 'Emma', tags: ['a'] });
    expect(thrownBy(() => books.read({ name: 5 }, '1'))).toMatchObject({ version: '1', pointer: '/name' });
    const authors = lens(Author, line, { name: 'authors' });
    expect(authors.read({ label: 'Jane' }, '1')).toEqual({ name: 'Jane' });
    expect(authors.writeAs('1', { name: 'Jane' })).toEqual({ label: 'Jane' });
    expect(thrownBy(() => authors.read({ name: 5 }, '2'))).toMatchObject({ version: '2', pointer: '/name' });
  });

  it('refuses what it cannot read by', () => {
    expect(() => lens({} as never, versions)).toThrow(
      "lens() takes a schema, but received an object. Write lens(Cart, versions, { unmarked: '1' }).",
    );
    expect(() => lens(Cart, ['1'] as never)).toThrow(
      'lens() takes what defineVersions() returns, but received a list.',
    );
    expect(() => lens(Cart, versions, { unmarked: '7' })).toThrow('Cart: Unknown shape "7". Available: 1, 2, 3.');
    expect(() => lens(Cart, versions, { unmaked: '1' } as never)).toThrow('unknown member "unmaked"');
    expect(() => lens(z.object({ cost: internal(z.number()) }).meta({ id: 'Secret' }), versions)).toThrow(
      'lens(): Secret has members that are internal()',
    );
    const slow = lens(z.object({ id: z.string().refine(async () => true) }), versions);
    expect(() => slow.read({ id: 'a' }, '3')).toThrow('Promise');
  });
});

describe('migrateAll', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, shape: '1', data: stored1 }));

  it('writes rows of older shapes in batches, with their other columns', async () => {
    const written: unknown[][] = [];
    const given = [...rows(5), { id: 5, shape: '3', data: cart }, { id: 6, shape: null, data: stored1 }];
    async function* source() {
      yield* given;
    }
    const counts = await carts.migrateAll(source(), async (batch) => void written.push([...batch]), { batch: 2 });
    expect(counts).toEqual({ read: 7, changed: 6, current: 1, newer: 0, batches: 3 });
    expect(written.map((batch) => batch.length)).toEqual([2, 2, 2]);
    expect(written.flat()).toContainEqual({ id: 6, shape: '3', data: cart });
  });

  it('rejects with the first row that does not fit, once the batches before it are written', async () => {
    const written: unknown[] = [];
    const bad = [...rows(3), { id: 3, shape: '1', data: { id: 5 } }, ...rows(3)];
    await expect(carts.migrateAll(bad, (batch) => void written.push(...batch), { batch: 2 })).rejects.toBeInstanceOf(
      ShapeMismatch,
    );
    expect(written).toHaveLength(2);
  });

  it('leaves rows of a newer shape where that is said', async () => {
    const newer = [...rows(1), { id: 1, shape: '4', data: {} }];
    await expect(carts.migrateAll(newer, () => {})).rejects.toBeInstanceOf(ShapeTooNew);
    expect(await carts.migrateAll(newer, () => {}, { newer: 'pass' })).toMatchObject({ changed: 1, newer: 1 });
    await expect(carts.migrateAll(newer, () => {}, { batch: 0 })).rejects.toThrow('batch is 0');
  });
});
