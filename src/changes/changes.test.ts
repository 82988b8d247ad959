import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { change } from './change.js';
import { readOlder } from './testing/read-older.js';
import { reshape } from './reshape.js';
import { moved } from './moved.js';
import { reshapes } from './reshapes.js';
import { added, removed, renamed } from './short-forms.js';
import { defineVersions } from './define-versions.js';

const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
const User = z.object({ id: z.int(), firstName: z.string(), lastName: z.string(), tags: z.array(Tag) }).meta({
  id: 'User',
  description: 'A user.',
  examples: [{ id: 1, firstName: 'Ada', lastName: 'Lovelace', tags: [] }],
});
const UserV1 = User.omit({ firstName: true, lastName: true, tags: true }).extend({ name: z.string() });

const names = change({
  title: 'A user has a first and a last name, and tags',
  schemas: [
    reshape(User, {
      before: UserV1,
      down: ({ firstName, lastName, tags, ...user }) => ({ ...user, name: `${firstName} ${lastName}` }),
      up: ({ name, ...user }) => {
        const [firstName = '', lastName = ''] = name.split(' ');
        return { ...user, firstName, lastName, tags: [] };
      },
    }),
  ],
});
const UserPage = z.object({ items: z.array(User), next: z.string().nullable() }).meta({ id: 'UserPage' });
const pages = change({
  title: 'Lists come in pages',
  schemas: [reshape(UserPage, { before: z.array(User), down: ({ items }) => items })],
});
const versions = defineVersions(['1', { version: '2', changes: [names, pages] }]);
const ada = { id: 1, firstName: 'Ada', lastName: 'Lovelace', tags: [{ label: 'x' }] };
const oldAda = { id: 1, name: 'Ada Lovelace' };

describe('a reshaped schema', () => {
  it('is found wherever it occurs', () => {
    const shapes: readonly (readonly [z.ZodType, unknown, unknown])[] = [
      [User, ada, oldAda],
      [User.describe('The author.'), ada, oldAda],
      [User.refine((user) => user.id > 0), ada, oldAda],
      [z.array(User), [ada], [oldAda]],
      [z.tuple([z.string(), User]), ['x', ada], ['x', oldAda]],
      [z.record(z.string(), User), { a: ada }, { a: oldAda }],
      [z.object({ author: User.optional() }), { author: ada }, { author: oldAda }],
      [z.object({ author: User.optional() }), {}, {}],
      [User.nullable(), null, null],
      [z.lazy(() => User), ada, oldAda],
      [z.union([z.string(), User]), ada, oldAda],
      [z.union([z.string(), User]), 'nobody', 'nobody'],
      [z.intersection(User, z.object({ since: z.string() })), { ...ada, since: 'x' }, { ...oldAda, since: 'x' }],
      [UserPage, { items: [ada], next: null }, [oldAda]],
      [
        z.object({ a: z.object({ b: z.array(z.object({ user: User })) }) }),
        { a: { b: [{ user: ada }] } },
        { a: { b: [{ user: oldAda }] } },
      ],
    ];
    for (const [schema, newer, older] of shapes) {
      expect(versions.down(schema, newer, '1')).toEqual(older);
      expect(versions.schemaOf(schema, '1')).toSatisfy((at: z.ZodType) => z.safeParse(at, older).success);
    }
  });

  it('is left alone where nothing changed', () => {
    const untouched = z.object({ tag: Tag });
    expect(versions.schemaOf(untouched, '1')).toBe(untouched);
    const value = { tag: { label: 'x' } };
    expect(versions.down(untouched, value, '1')).toBe(value);
  });

  it('goes up the same way', () => {
    expect(versions.up(z.array(User), [oldAda], '1')).toEqual([{ ...ada, tags: [] }]);
    expect(versions.up(User, ada, '2')).toBe(ada);
  });

  it('inherits the name and the words of the newer one, its examples taken down', () => {
    expect(z.globalRegistry.get(versions.schemaOf(User, '1') as z.ZodType)).toMatchObject({
      id: 'User',
      description: 'A user.',
      examples: [oldAda],
    });
  });

  it('keeps its own name where it has one, and a list does not get the name of its page', () => {
    const Person = UserV1.meta({ id: 'Person' });
    const known = defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Names',
            schemas: [
              reshape(User, { before: Person, down: ({ id, firstName }) => ({ id, name: firstName }) }),
              reshape(UserPage, { before: z.array(User), down: ({ items }) => items }),
            ],
          }),
        ],
      },
    ]);
    expect(z.toJSONSchema(known.schemaOf(UserPage, '1') as z.ZodType)).toMatchObject({
      type: 'array',
      items: { $ref: '#/$defs/Person' },
      $defs: { Person: { type: 'object', description: 'A user.' } },
    });
  });

  it('is identified by its id: a copy with another id is another schema', () => {
    const Author = User.meta({ id: 'Author' });
    expect(versions.schemaOf(Author, '1')).toBe(Author);
  });

  it('may contain itself', () => {
    const Node: z.ZodObject<{ label: z.ZodString; children: z.ZodType }> = z.object({
      label: z.string(),
      get children() {
        return z.array(Node);
      },
    });
    const nodes = defineVersions([
      '1',
      { version: '2', changes: [change({ title: 'Labels', schemas: [renamed(Node, { label: 'name' })] })] },
    ]);
    const older = { name: 'a', children: [{ name: 'b', children: [] }] };
    expect(nodes.down(Node, { label: 'a', children: [{ label: 'b', children: [] }] }, '1')).toEqual(older);
    expect(z.safeParse(nodes.schemaOf(Node, '1'), older)).toMatchObject({ success: true, data: older });
    expect(nodes.up(Node, older, '1')).toEqual({ label: 'a', children: [{ label: 'b', children: [] }] });
  });
});

describe('short forms', () => {
  const Person = z.object({ name: z.string(), age: z.int(), address: z.object({ city: z.string(), zip: z.string() }) });
  it('rename, add, remove and move members, both ways', () => {
    const cases = [
      [renamed(Person, { name: 'fullName' }), { fullName: 'A', age: 1, address: { city: 'B', zip: 'C' } }],
      [added(Person, { age: 1 }), { name: 'A', address: { city: 'B', zip: 'C' } }],
      [moved(Person, { 'address.city': 'city' }), { name: 'A', age: 1, city: 'B', address: { zip: 'C' } }],
      [moved(Person, { 'address.city': 'city', 'address.zip': 'zip' }), { name: 'A', age: 1, city: 'B', zip: 'C' }],
      [
        removed(Person, { nick: z.string() }, { down: ({ name }) => ({ nick: name }) }),
        { name: 'A', age: 1, address: { city: 'B', zip: 'C' }, nick: 'A' },
      ],
      [
        reshapes(
          Person,
          (person) => renamed(person, { name: 'fullName' }),
          (person) => added(person, { age: 1 }),
        ),
        { fullName: 'A', address: { city: 'B', zip: 'C' } },
      ],
      [
        reshapes(Person, renamed(Person, { name: 'fullName' }), added(Person, { age: 1 })),
        { fullName: 'A', address: { city: 'B', zip: 'C' } },
      ],
    ] as const;
    const newer = { name: 'A', age: 1, address: { city: 'B', zip: 'C' } };
    for (const [declared, older] of cases) {
      const known = defineVersions(['1', { version: '2', changes: [change({ title: 'x', schemas: [declared] })] }]);
      expect(known.down(Person, newer, '1')).toEqual(older);
      expect(z.safeParse(declared.trees.before, older)).toMatchObject({ success: true, data: older });
      expect(known.up(Person, older, '1')).toEqual(newer);
    }
  });

  it('take literals as they are written, and refuse what the shapes do not have', () => {
    const Task = z.object({
      at: z.date(),
      tags: z.array(z.string()),
      status: z.enum(['open', 'done']).default('open'),
    });
    const before = z.object({ at: z.date(), done: z.boolean(), kind: z.literal('task') });
    const { down, up } = reshape(Task, {
      before,
      down: ({ at, status }) => ({ at, done: status === 'done', kind: 'task' }),
      up: ({ at, done }) => ({ at, tags: [], status: done ? 'done' : 'open' }),
    });
    expect([typeof down, typeof up]).toEqual(['function', 'function']);
    removed(Task, { kind: z.literal('task') }, { down: () => ({ kind: 'task' }) });
    // @ts-expect-error: an unknown literal
    reshape(Task, { before, down: ({ at }) => ({ at, done: true, kind: 'tsk' }) });
    // @ts-expect-error: a missing member
    reshape(Task, { before, up: ({ at }) => ({ at }) });
    // @ts-expect-error: a member of another type
    reshape(Task, { before, up: ({ at }) => ({ at, tags: [1] }) });
    // @ts-expect-error: an unknown literal
    removed(Task, { kind: z.literal('task') }, { down: () => ({ kind: 'tsk' }) });
  });

  it('have a typed before', () => {
    expectTypeOf<z.output<ReturnType<typeof before>>>().toEqualTypeOf<{
      fullName: string;
      age: number;
      address: { city: string; zip: string };
    }>();
    function before() {
      return renamed(Person, { name: 'fullName' }).before;
    }
    const movedCity = moved(Person, { 'address.city': 'city' }).before;
    expectTypeOf<z.output<typeof movedCity>['city']>().toEqualTypeOf<string>();
    expectTypeOf<keyof z.output<typeof movedCity>['address']>().toEqualTypeOf<'zip'>();
    const flat = moved(Person, { 'address.city': 'city', 'address.zip': 'zip' }).before;
    expectTypeOf<z.output<typeof flat>>().toEqualTypeOf<{ name: string; age: number; city: string; zip: string }>();
    const inside = moved(Person, { name: 'address.name', age: 'address.age' }).before;
    expectTypeOf<z.output<typeof inside>>().toEqualTypeOf<{
      address: { city: string; zip: string; name: string; age: number };
    }>();
  });
});

describe('reading an older request', () => {
  it('runs what surrounds a reshaped schema once, on the newest shape', () => {
    const Body = z.object({
      user: User.extend({}).meta({ id: 'X' }).optional(),
      author: User.refine(({ firstName }) => firstName !== 'Bob', 'no Bobs'),
      note: z.string().trim(),
    });
    const read = (value: unknown) => {
      const { success, data, error } = readOlder(versions, Body, value, '1');
      return success ? data : error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    };
    expect(read({ author: { id: 1, name: 'Ada Lovelace' }, note: ' x ' })).toEqual({
      author: { ...ada, tags: [] },
      note: 'x',
    });
    expect(read({ author: { id: 1, name: 'Bob B' }, note: 'x' })).toEqual(['author: no Bobs']);
    expect(read({ author: { id: 1 }, note: 'x' })).toEqual([
      'author.name: Invalid input: expected string, received undefined',
    ]);
  });

  it('fills in the defaults of the newest shape after the way up', () => {
    const Query = z.object({ term: z.string(), limit: z.int().default(10) });
    const known = defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Terms',
            schemas: [reshape(Query, { before: z.object({ q: z.string() }), up: ({ q }) => ({ term: q }) })],
          }),
        ],
      },
    ]);
    expect(readOlder(known, Query, { q: 'x' }, '1').data).toEqual({ term: 'x', limit: 10 });
  });
});
