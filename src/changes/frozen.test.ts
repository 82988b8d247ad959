import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { serveForTest } from '../server/testing/serve-for-test.js';
import { Module } from '../wiring/module.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { Controller, Get, Post } from '../routing/declare/verbs.js';
import { change } from './change.js';
import { defineVersions } from './define-versions.js';
import { frozen } from './frozen.js';
import { frozenDifferences } from './frozen-differences.js';
import { operation } from '../routing/changes/operation.js';
import { reshape } from './reshape.js';
import { added, removed, renamed } from './short-forms.js';

// What handlers use.
let marks = 0;
const Address = z.object({ town: z.string(), zip: z.string().optional() }).meta({ id: 'Address' });
const Tag = z.object({ label: z.string() }).meta({ id: 'Tag' });
const User = z
  .object({
    id: z.int().describe('The number of the user.'),
    givenName: z.string(),
    lastName: z.string(),
    address: Address,
    tags: z.array(Tag).default([]),
    active: z.boolean(),
    motto: z.string().optional(),
  })
  .meta({ id: 'User', description: 'A person.' });
const NewUser = z
  .object({
    givenName: z.string().refine((name) => name !== 'Bob', 'Bob may not join'),
    lastName: z.string(),
    mark: z.string().transform((mark) => {
      marks += 1;
      return `${mark}!`;
    }),
    address: Address,
  })
  .meta({ id: 'NewUser' });

// versions/2.shapes.ts and versions/2.ts
const Address2 = frozen('Address', z.object({ city: z.string() }));
const User2 = frozen(
  'User',
  z.object({ id: z.int(), firstName: z.string(), lastName: z.string(), address: Address2, nick: z.string() }),
);
const NewUser2 = frozen(
  'NewUser',
  z.object({ firstName: z.string(), lastName: z.string(), mark: z.string(), address: Address2 }),
);
const oneName = change({
  title: 'A user has a first and a last name',
  schemas: [
    reshape(User2, {
      before: z.object({ id: User2.shape.id, name: z.string(), home: Address2, nick: z.string() }),
      down: ({ firstName, lastName, address, ...user }) => ({
        ...user,
        name: `${firstName} ${lastName}`,
        home: address,
      }),
    }),
    reshape(NewUser2, {
      before: z.object({ name: z.string(), mark: NewUser2.shape.mark, home: Address2 }),
      up: ({ name, home, ...user }) => {
        const [firstName = '', lastName = ''] = name.split(' ');
        return { ...user, firstName, lastName, address: home };
      },
    }),
    renamed(Address2, { city: 'place' }),
  ],
});

// versions/3.shapes.ts and versions/3.ts
const Address3 = frozen('Address', z.object({ town: z.string(), zip: z.string().optional() }));
const User3 = frozen(
  'User',
  z.object({ id: z.int(), givenName: z.string(), lastName: z.string(), address: Address3, active: z.boolean() }),
);
const NewUser3 = frozen(
  'NewUser',
  z.object({ givenName: z.string(), lastName: z.string(), mark: z.string(), address: Address3 }),
);
const givenNames = renamed(User3, { givenName: 'firstName' });
const nicks = removed(givenNames.before, { nick: z.string() }, { down: () => ({ nick: '-' }) });
const UserPage3 = frozen('UserPage', z.object({ items: z.array(User3) }));
const threes = [
  change({ title: 'A given name', schemas: [givenNames, renamed(NewUser3, { givenName: 'firstName' })] }),
  change({ title: 'Users lose their nick', schemas: [nicks] }),
  change({ title: 'Users are active', schemas: [added(nicks.before, { active: true })] }),
  change({ title: 'A town', schemas: [renamed(Address3, { town: 'city' })] }),
  change({ title: 'Pages', schemas: [reshape(UserPage3, { before: z.array(User3), down: ({ items }) => items })] }),
];

// versions/next.ts
const Owner = z.object({ user: User }).meta({ id: 'Owner' });
const owners = change({ title: 'An owner', schemas: [renamed(Owner, { user: 'person' })] });
const moved = change({
  title: 'Owners moved',
  operations: [operation(() => UsersController, 'owner', { before: { path: 'holder' } })],
});

const UserPage = z.object({ items: z.array(User), total: z.int().optional() }).meta({ id: 'UserPage' });
const versions = defineVersions([
  '1',
  { version: '2', changes: [oneName] },
  { version: '3', changes: threes },
  { version: '4', changes: [owners, moved] },
]);

const ada = {
  id: 1,
  givenName: 'Ada',
  lastName: 'Lovelace',
  address: { town: 'London', zip: 'W1' },
  tags: [{ label: 'maths' }],
  active: true,
  motto: 'Onwards',
};
const first = { id: 1, name: 'Ada Lovelace', nick: '-', home: { place: 'London' } };
const create = { body: NewUser, response: { 201: User } } as const;
let received: unknown;

@Controller('users')
class UsersController {
  @Get('', { response: UserPage }) list() {
    return { items: [ada] };
  }
  @Get('owner', { response: Owner }) owner() {
    return { user: ada };
  }
  @Post('', create) create({ body }: Input<typeof create>) {
    received = body;
    return { ...ada, ...body };
  }
}
@Module({ controllers: [UsersController] })
class Root {}

describe('versions whose files are frozen', () => {
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '4', versions } as const;
  let served: Awaited<ReturnType<typeof serveForTest>>;
  beforeAll(async () => {
    served = await serveForTest(Root, { versioning });
  });
  afterAll(() => served.app.close());

  /** The answer through a socket, which is the answer through `app.fetch`. */
  async function ask(path: string, version: string, body?: unknown) {
    const request = {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'X-API-Version': version, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    };
    const answer = await fetch(`${served.url}${path}`, request);
    const text = await answer.text();
    if (answer.ok)
      expect(await (await served.app.fetch(new Request(`http://api.test${path}`, request))).text()).toBe(text);
    return { status: answer.status, json: JSON.parse(text) as unknown };
  }

  it('answer each version in its own shape', async () => {
    const found = Object.fromEntries(
      await Promise.all(['1', '2', '3', '4'].map(async (version) => [version, (await ask('/users', version)).json])),
    ) as object;
    expect(found).toEqual({
      1: [first],
      2: [{ id: 1, firstName: 'Ada', lastName: 'Lovelace', nick: '-', address: { city: 'London', zip: 'W1' } }],
      3: { items: [ada] },
      4: { items: [ada] },
    });
    expect((await ask('/users/holder', '3')).json).toEqual({ person: ada });
    expect((await ask('/users/holder', '1')).json).toEqual({ person: first });
  });

  it('read each version in its own shape, and the newest schema has the last word, once', async () => {
    marks = 0;
    const sent = { name: 'Ada Lovelace', mark: 'x', home: { place: 'London' } };
    expect((await ask('/users', '1', sent)).status).toBe(201);
    expect(received).toEqual({ givenName: 'Ada', lastName: 'Lovelace', mark: 'x!', address: { town: 'London' } });
    expect(marks).toBe(2);
    const refused = await ask('/users', '1', { ...sent, name: 'Bob X' });
    expect(refused).toMatchObject({ status: 400, json: { errors: [{ message: 'Bob may not join' }] } });
    expect(
      await ask('/users', '2', { firstName: 'Bob', lastName: 'X', mark: 'x', address: { city: 'Y' } }),
    ).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'firstName' }] },
    });
    expect((await ask('/users', '1', { ...sent, home: { city: 'London' } })).status).toBe(400);
  });

  it('keep what the newest schema says of members that nothing changed, and their ids', () => {
    const one = z.toJSONSchema(versions.schemaOf(UserPage, '1') as z.ZodType) as unknown as {
      $defs: Record<string, { properties: object; description?: string }>;
    };
    expect(one.$defs['User']).toMatchObject({
      description: 'A person.',
      properties: { id: { description: 'The number of the user.' }, home: { $ref: '#/$defs/Address' } },
    });
    expect(Object.keys(one.$defs['User']!.properties)).toEqual(['id', 'name', 'home', 'nick']);
    expect(Object.keys(one.$defs['Address']!.properties)).toEqual(['place']);
  });

  it('serve another API with schemas of the same ids', () => {
    const Other = z.object({ town: z.string() }).meta({ id: 'Address' });
    expect(versions.down(Other, { town: 'Oslo' }, '1')).toEqual({ place: 'Oslo' });
    expect(versions.up(Other, { place: 'Oslo' }, '1')).toEqual({ town: 'Oslo' });
    expect(versions.down(Address, { town: 'Oslo' }, '2')).toEqual({ city: 'Oslo' });
  });
});

describe('frozen', () => {
  it('returns the schema as it is typed, and registers nothing', () => {
    const schema = z.object({ firstName: z.string() });
    const constant = frozen('Person', schema);
    expect(constant).toBe(schema);
    expectTypeOf(constant).toEqualTypeOf<typeof schema>();
    expect(z.globalRegistry.get(constant)).toBeUndefined();
  });

  it('lets a change see the members that its version had', () => {
    reshape(User2, {
      before: z.object({ name: z.string() }),
      down: ({ firstName }) => {
        expectTypeOf(firstName).toBeString();
        return { name: firstName };
      },
    });
    reshape(User2, {
      before: z.object({ name: z.string() }),
      // @ts-expect-error: a member of a later version
      down: ({ givenName }) => ({ name: String(givenName) }),
    });
  });

  it('refuses what is no id and no schema of Zod 4, and a schema that is frozen already', () => {
    expect(() => frozen('', z.object({}))).toThrow('frozen() takes an id, but received "". Write frozen(\'User\'');
    expect(() => frozen('User', 5 as never)).toThrow("frozen('User') takes a schema of Zod 4, but received 5.");
    expect(() => frozen('User', User2)).toThrow('the schema is frozen already');
  });

  it('leaves schemas as one that no frozen constant stands for, also where they contain each other', () => {
    const Shelf = z
      .object({
        get items() {
          return z.array(z.union([z.string(), Box]));
        },
      })
      .meta({ id: 'Shelf' });
    const Box: z.ZodType = z
      .object({
        label: z.string(),
        get shelves() {
          return z.array(Shelf);
        },
      })
      .meta({ id: 'Box' });
    const Other = z.object({ name: z.string() }).meta({ id: 'Other' });
    const versions = defineVersions([
      '1',
      {
        version: '2',
        changes: [
          change({
            title: 'Other',
            schemas: [renamed(frozen('Other', z.object({ name: z.string() })), { name: 'title' })],
          }),
        ],
      },
      { version: '3', changes: [change({ title: 'Box', schemas: [renamed(Box as z.ZodObject, { label: 'text' })] })] },
    ]);
    versions.schemaOf(Other, '1');
    const definitions = Object.keys(
      z.toJSONSchema(z.object({ one: versions.schemaOf(Shelf, '1') as z.ZodType })).$defs!,
    );
    expect(definitions.toSorted()).toEqual(['Box', 'Shelf']);
  });

  it.each([
    ['optional', z.string().optional(), []],
    ['with a default', z.string().default(''), []],
    ['with a default of what goes in', z.string().prefault(''), []],
    ['that must be there', z.string(), ['motto is new and required']],
  ])('may lack a member of requests that is %s', (_, motto, expected) => {
    const [older, newer] = [z.object({ id: z.int() }), z.object({ id: z.int(), motto })];
    const found = frozenDifferences({ id: 'User', schema: older, source: () => null }, newer, 'up');
    expect(found.map(({ sentence }) => sentence)).toEqual(expected);
  });

  it.each([
    [
      'has other words',
      z
        .string()
        .meta({ title: 'Name', description: 'A name.', examples: ['Ada'] })
        .max(9),
      [],
      [],
    ],
    ['is gone', null, ['name is missing'], ['name is missing']],
    ['is of another type', z.int(), ['name is integer, not string'], ['name is integer, not string']],
    ['may be missing', z.string().optional(), ['name may be missing'], []],
    ['may be null', z.string().nullable(), ['name may be null'], []],
    ['has a default', z.string().default(''), [], []],
    ['is one of a few', z.enum(['a', 'b']), [], ['name is one of ["a","b"], not string']],
  ])('is compared with a member that %s', (_, name, down, up) => {
    const older = z.object({ id: z.int(), name: z.string().describe('What it is called.') });
    const newer = z.object({ id: z.int(), ...(name && { name }) });
    const constant = { id: 'User', schema: older, source: () => null };
    const found = (direction: 'down' | 'up') =>
      frozenDifferences(constant, newer, direction).map(({ sentence }) => sentence);
    expect([found('down'), found('up')]).toEqual([down, up]);
  });
});
