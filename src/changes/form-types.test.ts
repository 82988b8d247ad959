import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { moved } from './moved.js';
import { reshape } from './reshape.js';
import { reshapes } from './reshapes.js';
import { added, removed, renamed } from './short-forms.js';

const User = z.object({
  id: z.int(),
  name: z.string(),
  tags: z.array(z.string()),
  role: z.enum(['reader', 'writer']).default('reader'),
  address: z.object({ city: z.string(), zip: z.string() }),
});

describe('a form on the before of another', () => {
  it('has the members that the other left', () => {
    const untagged = added(User, { tags: [] });
    expectTypeOf<keyof z.output<typeof untagged.before>>().toEqualTypeOf<'id' | 'name' | 'role' | 'address'>();
    const nameless = added(untagged.before, { name: 'x', role: 'writer' });
    expectTypeOf<keyof z.output<typeof nameless.before>>().toEqualTypeOf<'id' | 'address'>();
    const flat = moved(renamed(untagged.before, { name: 'fullName' }).before, { 'address.city': 'city' });
    expectTypeOf<keyof z.output<typeof flat.before>>().toEqualTypeOf<'id' | 'fullName' | 'role' | 'address' | 'city'>();
    const nicked = removed(untagged.before, { nick: z.string() }, { down: ({ name }) => ({ nick: name }) });
    expectTypeOf<z.output<typeof nicked.before>['nick']>().toEqualTypeOf<string>();
    const { up } = reshape(nameless.before, {
      before: z.object({ key: z.int(), address: User.shape.address }),
      down: ({ id, address }) => ({ key: id, address }),
      up: ({ key, address }) => ({ id: key, address }),
    });
    expect(up).toBeTypeOf('function');
  });

  it('may leave out an optional member that is gone, and no other', () => {
    const gone = { nick: z.string().optional(), size: z.int() };
    expect(removed(User, gone, { down: () => ({ size: 1 }) }).before.shape.nick).toBe(gone.nick);
    // @ts-expect-error: size is always there
    removed(User, gone, { down: () => ({ nick: 'a' }) });
    // @ts-expect-error: nick is a text
    removed(User, gone, { down: () => ({ size: 1, nick: 1 }) });
  });

  it('says of undeclared members what the newer one says', () => {
    const shape = { id: z.int(), name: z.string(), box: z.object({ x: z.int() }) };
    const loose = z.looseObject(shape);
    expectTypeOf(added(loose, { name: 'x' }).before).toEqualTypeOf<
      z.ZodObject<Pick<typeof shape, 'id' | 'box'>, z.core.$loose>
    >();
    expectTypeOf<z.output<ReturnType<typeof strict>>>().toEqualTypeOf<{ key: number; name: string; x: number }>();
    const strict = () => moved(renamed(z.strictObject(shape), { id: 'key' }).before, { 'box.x': 'x' }).before;
    expectTypeOf<ReturnType<typeof strict>>().toExtend<z.ZodObject<z.ZodRawShape, z.core.$strict>>();
  });
});

describe('a name or a path', () => {
  it('that the schema does not have does not compile', () => {
    expect(() => {
      // @ts-expect-error: unknown
      renamed(User, { name: 'fullName', nmae: 'x' });
    }).toThrow('unknown member "nmae"');
    expect(() => {
      // @ts-expect-error: unknown
      added(User, { name: 'x', nmae: 'x' });
    }).toThrow('unknown member "nmae"');
    expect(() => {
      // @ts-expect-error: of another type
      added(User, { name: 1 });
    }).not.toThrow();
    expect(() => {
      // @ts-expect-error: unknown
      moved(User, { 'adress.city': 'city' });
    }).toThrow('unknown member "adress.city"');
    expect(() => {
      // @ts-expect-error: unknown
      moved(User, { name: 'fullName', 'address.town': 'city' });
    }).toThrow('unknown member "address.town"');
    expect(() => {
      // @ts-expect-error: not inside a text
      moved(User, { 'name.first': 'first' });
    }).toThrow('takes an object schema');
    expect(() => {
      // @ts-expect-error: taken
      moved(User, { 'address.city': 'name' });
    }).toThrow('already has a member "name"');
    expect(() => {
      // @ts-expect-error: no object to put it into
      moved(User, { 'address.city': 'place.city' });
    }).toThrow('unknown object "place"');
    expect(() => {
      // @ts-expect-error: the object is gone
      moved(User, { 'address.city': 'city', 'address.zip': 'zip', name: 'address.name' });
    }).toThrow('unknown object "address"');
  });

  it('may be known at run time only', () => {
    const paths: Readonly<Record<string, string>> = { 'address.city': 'city' };
    const path = (box: string) => `${box}.city`;
    expect(Object.keys(moved(User, paths).before.shape)).toContain('city');
    expect(Object.keys(moved(User, { [path('address')]: 'city' }).before.shape)).toContain('city');
    const any: z.ZodObject<Readonly<Record<string, z.ZodType>>> = User;
    expect(Object.keys(moved(any, { 'address.city': 'city' }).before.shape)).toContain('city');
    expect(Object.keys(renamed(any, { name: 'fullName' }).before.shape)).toContain('fullName');
    expect(Object.keys(added(any, { name: 'x' }).before.shape)).not.toContain('name');
  });

  it('may take the place of another', () => {
    const { before } = moved(User, { 'address.city': 'city', name: 'address.city' });
    expectTypeOf<z.output<typeof before>['address']>().toEqualTypeOf<{ zip: string; city: string }>();
    expect(Object.keys(before.shape.address.shape)).toEqual(['zip', 'city']);
  });
});

describe('any JSON', () => {
  const Note = z.object({ id: z.int(), data: z.json() });

  it('may be in a reshaped schema', () => {
    const before = z.object({ key: z.int(), data: z.json() });
    const { down } = reshape(Note, {
      before,
      down: ({ id, data }) => ({ key: id, data }),
      up: ({ key, data }) => ({ id: key, data }),
    });
    reshape(Note, {
      before: z.object({ key: z.int() }),
      up: ({ key }) => ({ id: key, data: { a: [1, { b: null }] } }),
    });
    reshape(z.json(), { before: z.string(), down: (data) => JSON.stringify(data), up: (text) => text });
    // @ts-expect-error: no JSON
    reshape(Note, { before, up: ({ key }) => ({ id: key, data: () => 1 }) });
    expect(down).toBeTypeOf('function');
  });

  it('may be in a short form', () => {
    const forms = [
      added(Note, { data: { a: [1] } }),
      renamed(Note, { data: 'json' }),
      moved(Note, { data: 'json' }),
      removed(Note, { extra: z.json() }, { down: ({ data }) => ({ extra: data }) }),
    ];
    expect(forms).toHaveLength(4);
  });
});

describe('what a generic function makes', () => {
  const page = <T extends z.ZodType>(item: T) =>
    z.object({ items: z.array(item), total: z.int(), next: z.string().nullable() });

  it('is reshaped without casts, outside and inside of the function', () => {
    const inside = <T extends z.ZodType>(item: T) => {
      const Page = page(item);
      return [
        reshape(Page, {
          before: z.array(item),
          down: ({ items }) => items,
          up: (items) => ({ items, total: items.length, next: null }),
        }),
        reshape(Page, {
          before: z.object({ box: z.object({ rows: z.array(item) }), total: z.int() }),
          down: ({ items, total }) => ({ box: { rows: items }, total }),
          up: ({ box, ...rest }) => ({ ...rest, items: box.rows.map((row) => row), next: null }),
        }),
        reshape(renamed(Page, { items: 'rows' }).before, {
          before: z.array(item),
          down: ({ rows }) => rows,
          up: (rows) => ({ rows, total: rows.length, next: null }),
        }),
        added(Page, { total: 0 }),
        moved(Page, { next: 'cursor' }),
        removed(Page, { pages: z.int() }, { down: ({ total }) => ({ pages: total }) }),
        reshapes(
          Page,
          (newest) => renamed(newest, { total: 'count' }),
          (counted) => added(counted, { next: null }),
        ),
      ];
    };
    const outside = reshape(page(User), {
      before: z.array(User),
      down: ({ items }) => items,
      up: (items) => ({ items, total: items.length, next: null }),
    });
    // @ts-expect-error: a page of other items
    reshape(page(User), { before: z.array(User), down: ({ items }) => items.map(({ id }) => id) });
    expect([...inside(User), outside]).toHaveLength(8);
  });
});
