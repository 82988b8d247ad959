import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../server/create-app.js';
import { callForTest, serveForTest } from '../../server/testing/serve-for-test.js';
import { Module } from '../../wiring/module.js';
import { ApiDoc, Idempotent, Version } from '../declare/decorators.js';
import { Deprecated } from '../declare/deprecated.js';
import type { Input } from '../declare/route-schemas.js';
import { Controller, Get, Post } from '../declare/verbs.js';
import { behaviour } from '../../changes/behaviour.js';
import { BootError } from '../table/boot-error.js';
import { compileRoutes } from '../table/compile-routes.js';
import { HttpError } from '../table/http-error.js';
import { change } from '../../changes/change.js';
import { defineVersions } from '../../changes/define-versions.js';
import { operation } from './operation.js';
import { reshape } from '../../changes/reshape.js';
import { renamed } from '../../changes/short-forms.js';

const User = z.object({ id: z.int(), firstName: z.string(), lastName: z.string() }).meta({ id: 'User' });
const UserV1 = User.omit({ firstName: true, lastName: true }).extend({ name: z.string() });
const Page = z.object({ items: z.array(User) });
const Conflict = z.object({ taken: z.string() });
const CreateUser = z
  .object({ firstName: z.string().min(1), lastName: z.string(), role: z.string().default('reader') })
  .refine(({ firstName }) => firstName !== 'Bob', { message: 'Bob may not join', path: ['firstName'] });

const names = change({
  title: 'A user has a first and a last name',
  schemas: [
    reshape(User, {
      before: UserV1,
      down: ({ firstName, lastName, ...user }) => ({ ...user, name: `${firstName} ${lastName}` }),
    }),
    reshape(CreateUser, {
      before: z.object({ name: z.string() }),
      up: ({ name }) => ({ firstName: name.split(' ')[0]!, lastName: name.split(' ')[1] ?? '' }),
    }),
    renamed(Conflict, { taken: 'name' }),
  ],
});
const pages = change({
  title: 'Lists come in pages',
  schemas: [reshape(Page, { before: z.array(User), down: ({ items }) => items })],
});
const softDelete = behaviour('soft-delete', { title: 'Deleted users can be restored' });
const created = change({
  title: 'Creating answers 201',
  operations: [
    operation(() => UsersController, 'create', {
      before: { status: 200, path: 'new', doc: { description: 'Answers with the user.' } },
      down: () => ({ headers: { 'X-Legacy': 'yes' } }),
    }),
  ],
});
const versions = defineVersions([
  '1',
  { version: '2', changes: [names, softDelete] },
  { version: '3', changes: [pages, created] },
]);

const ada = { id: 1, firstName: 'Ada', lastName: 'Lovelace', passwordHash: 'x' };
const list = { response: Page } as const;
const create = { body: CreateUser, response: { 201: User, 409: Conflict } } as const;

@Controller('users')
class UsersController {
  @Get('', list) list() {
    return { items: [ada] };
  }
  @ApiDoc({ summary: 'Create a user' }) @Idempotent() @Post('', create) create({ body }: Input<typeof create>) {
    if (body.lastName === 'Taken') throw new HttpError(409, 'Taken.', { taken: body.firstName });
    return { ...body, id: 2 };
  }
  @Get('behaviour') behaviour({ version, has }: Input) {
    return { version, restores: has(softDelete) };
  }
  @Version({ until: '2' }) @Get('old') old() {
    return 'old';
  }
  @Version({ from: '2', until: '2' }) @Get('once') once() {
    return 'once';
  }
}
@Module({ controllers: [UsersController] })
class Root {}

describe('a service whose versions are made by changes', () => {
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '3', versions } as const;
  let served: Awaited<ReturnType<typeof serveForTest>>;
  beforeAll(async () => {
    served = await serveForTest(Root, { versioning });
  });
  afterAll(() => served.app.close());
  const ask = (path: string, version: string, body?: unknown, headers: Record<string, string> = {}) =>
    callForTest(served.url, path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        'X-API-Version': version,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  it('answers each version in its own shape', async () => {
    expect((await ask('/users', '3')).text).toBe('{"items":[{"id":1,"firstName":"Ada","lastName":"Lovelace"}]}');
    expect((await ask('/users', '2')).text).toBe('[{"id":1,"firstName":"Ada","lastName":"Lovelace"}]');
    expect((await ask('/users', '1')).text).toBe('[{"id":1,"name":"Ada Lovelace"}]');
  });

  it('reads each version in its own shape, and fills in the defaults of the newest', async () => {
    expect((await ask('/users', '3', { firstName: 'Bo', lastName: 'C' })).json()).toEqual({
      id: 2,
      firstName: 'Bo',
      lastName: 'C',
    });
    const older = await ask('/users/new', '1', { name: 'Bo C' });
    expect([older.status, older.headers['x-legacy'], older.json()]).toEqual([200, 'yes', { id: 2, name: 'Bo C' }]);
    expect((await ask('/users/new', '3', {})).json()).toMatchObject({ status: 404, supportedVersions: ['1', '2'] });
  });

  it('refuses what a version does not declare in the words of that version', async () => {
    expect((await ask('/users/new', '1', {})).json()['errors']).toMatchObject([{ in: 'body', path: 'name' }]);
    expect((await ask('/users', '3', { name: 'x' })).json()['errors']).toMatchObject([
      { path: 'firstName' },
      { path: 'lastName' },
    ]);
  });

  it('runs refinements once, on the newest shape', async () => {
    expect((await ask('/users/new', '1', { name: 'Bob B' })).json()['errors']).toMatchObject([
      { message: 'Bob may not join' },
    ]);
  });

  it('takes declared errors down as well', async () => {
    expect((await ask('/users', '3', { firstName: 'Bo', lastName: 'Taken' })).json()).toMatchObject({
      status: 409,
      taken: 'Bo',
    });
    const { taken, name } = (await ask('/users/new', '1', { name: 'Bo Taken' })).json();
    expect({ taken, name }).toEqual({ taken: undefined, name: 'Bo' });
  });

  it('replays the bytes of the version', async () => {
    const [first, second] = [
      await ask('/users/new', '1', { name: 'Bo C' }, { 'idempotency-key': 'k' }),
      await ask('/users/new', '1', { name: 'Bo C' }, { 'idempotency-key': 'k' }),
    ];
    expect([first.text, second.text, second.headers['idempotent-replayed']]).toEqual([
      '{"id":2,"name":"Bo C"}',
      '{"id":2,"name":"Bo C"}',
      'true',
    ]);
  });

  it('says which behaviours a version has', async () => {
    expect((await ask('/users/behaviour', '1')).json()).toEqual({ version: '1', restores: false });
    expect((await ask('/users/behaviour', '2')).json()).toEqual({ version: '2', restores: true });
  });

  it('serves a range of versions', async () => {
    expect((await ask('/users/old', '2')).status).toBe(200);
    expect((await ask('/users/old', '3')).status).toBe(404);
    const once = await Promise.all(['1', '2', '3'].map((version) => ask('/users/once', version)));
    expect(once.map(({ status }) => status)).toEqual([404, 200, 404]);
  });

  it('lists the changes of each route', () => {
    const changes = served.app.routes.map(
      ({ method, path, version, changes: made }) =>
        `${method} ${path} ${version}: ${made.map(({ title }) => title).join(', ')}`,
    );
    expect(changes.filter((line) => /POST|users \d/.test(line))).toEqual([
      'GET /users 1: Lists come in pages, A user has a first and a last name',
      'GET /users 2: Lists come in pages',
      'GET /users 3: ',
      'POST /users 3: ',
      'POST /users/new 1: Creating answers 201, A user has a first and a last name',
      'POST /users/new 2: Creating answers 201',
    ]);
  });
});

describe('a deprecated version', () => {
  @Controller('events')
  class EventsController {
    @Get() list() {}
    @Deprecated({ since: '2026-01-01' }) @Get('old') old() {}
  }
  @Module({ controllers: [EventsController] })
  class Events {}
  const deprecatedRoutes = (since: string) => {
    const known = defineVersions([{ version: '1', deprecated: { since, sunset: '2027-03-01' } }, '2']);
    const { routes } = compileRoutes(Events, {
      versioning: { type: 'header', header: 'X-API-Version', versions: known },
    });
    return routes.map(({ version, path, deprecation }) => `${path} ${version}: ${deprecation?.since ?? 'served'}`);
  };

  it('gives its dates to all its routes; a route with its own dates keeps them', () => {
    expect(deprecatedRoutes('2026-09-01')).toEqual([
      '/events 1: 2026-09-01T00:00:00.000Z',
      '/events 2: served',
      '/events/old 1: 2026-01-01T00:00:00.000Z',
      '/events/old 2: 2026-01-01T00:00:00.000Z',
    ]);
  });

  it('is refused with a date that cannot be read', () => {
    expect(() => deprecatedRoutes('soon')).toThrow('Version "1": deprecated.since "soon" is not a date.');
  });
});

describe('a part of a service', () => {
  it('is served with the versions of the whole, whose changes name controllers that it lacks', () => {
    @Module({})
    class Part {}
    const { problems } = compileRoutes(Part, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    expect(problems).toEqual([]);
  });
});

describe('the words of an operation', () => {
  it('are those of its version', () => {
    const { routes } = compileRoutes(Root, { versioning: { type: 'header', header: 'X-API-Version', versions } });
    expect(routes.filter(({ method }) => method === 'POST').map(({ version, doc }) => [version, doc])).toEqual([
      ['3', { summary: 'Create a user' }],
      ['1', { summary: 'Create a user', description: 'Answers with the user.' }],
      ['2', { summary: 'Create a user', description: 'Answers with the user.' }],
    ]);
  });
});

describe('dated versions', () => {
  const Event = z.object({ at: z.string() });
  const event = { response: Event } as const;
  @Controller('events')
  class EventsController {
    @Get('', event) one() {
      return { at: 'noon' };
    }
  }
  @Module({ controllers: [EventsController] })
  class Events {}
  const dated = defineVersions([
    '2026-01-01',
    { version: '2026-06-01', changes: [change({ title: 'Times', schemas: [renamed(Event, { at: 'time' })] })] },
  ]);

  it('answer with the newest that is not after the requested date', async () => {
    const { app, call } = await serveForTest(Events, {
      versioning: { type: 'header', header: 'X-API-Version', versions: dated, match: 'latest-not-newer' },
    });
    const ask = async (version: string) => {
      const { status, text } = await call('/events', { headers: { 'X-API-Version': version } });
      return status === 200 ? text : status;
    };
    expect(await ask('2026-01-01')).toBe('{"time":"noon"}');
    expect(await ask('2026-05-31')).toBe('{"time":"noon"}');
    expect(await ask('2026-06-01')).toBe('{"at":"noon"}');
    expect([await ask('2025-12-31'), await ask('2026-06-02')]).toEqual([404, 404]);
    await app.close();
  });

  it('answer in the same way where the path names them, and say which one answered', async () => {
    const { app, call } = await serveForTest(Events, {
      prefix: 'api',
      versioning: { type: 'uri', versions: dated, match: 'latest-not-newer', report: true },
    });
    const ask = async (version: string, method = 'GET') => {
      const { status, text, headers } = await call(`/api/v${version}/events?at=1`, { method });
      return status === 200 ? `${String(headers['api-version'])} ${text}` : status;
    };
    expect(await ask('2026-01-01')).toBe('2026-01-01 {"time":"noon"}');
    expect(await ask('2026-05-31')).toBe('2026-01-01 {"time":"noon"}');
    expect(await ask('2026-06-01')).toBe('2026-06-01 {"at":"noon"}');
    expect([await ask('2025-12-31'), await ask('2026-06-02')]).toEqual([404, 404]);
    expect([await ask('2026-05-31', 'POST'), await ask('2026-05-31', 'OPTIONS')]).toEqual([405, 204]);
    expect((await call('/api/v2026-06-02/events')).json()).toMatchObject({
      code: 'api-version-unsupported',
      requested: '2026-06-02',
      supportedVersions: ['2026-01-01', '2026-06-01'],
    });
    expect((await call('/api/events')).json()).toMatchObject({ status: 404, code: 'api-version-required' });
    await app.close();
  });
});

describe('changes that cannot work', () => {
  const problemsOf = async (known: ReturnType<typeof defineVersions>) =>
    createApp(Root, { versioning: { type: 'header', header: 'X-API-Version', versions: known } }).then(
      () => [],
      (error: BootError) => error.problems.map(({ id, message }) => `${id}: ${message}`),
    );

  it('are problems before anything runs', async () => {
    expect(
      await problemsOf(
        defineVersions([
          '1',
          { version: '2', changes: [change({ title: 'Names', schemas: [reshape(User, { before: UserV1 })] })] },
          '3',
        ]),
      ),
    ).toEqual([
      'change-without-down: The change "Names" of version 2 has no down for User, which answers of UsersController.list hold.',
      'change-without-down: The change "Names" of version 2 has no down for User, which answers of UsersController.create hold.',
    ]);
    expect(await problemsOf(defineVersions(['2', { version: '1', changes: [] }]))).toEqual([
      'versions-out-of-order: versioning.versions lists 2 and 1.',
    ]);
    const dated = [{ version: '1', released: '2026-09-01' }, '2', { version: '3', released: '2026-03-01' }];
    expect(await problemsOf(defineVersions(dated))).toEqual([
      'releases-out-of-order: Version 3 was released on 2026-03-01, before the older version 1 (2026-09-01).',
    ]);
    const twice = defineVersions([
      '1',
      { version: '2', changes: [names, change({ title: 'Again', schemas: [renamed(User, { id: 'key' })] })] },
    ]);
    expect(await problemsOf(twice)).toContain(
      'schema-changed-twice: Version 2 changes the schema User twice, in "A user has a first and a last name" and in "Again".',
    );
  });
});
