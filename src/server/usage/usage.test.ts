import {
  Authenticated,
  Controller,
  type Guard,
  type GuardInput,
  HttpError,
  Module,
  defineVersions,
  Get,
  Post,
  type ServiceOptions,
  type UsageBatch,
  type UsageStore,
  USAGE,
  UseGuards,
} from 'svckit';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MemoryUsageStore } from '../stores/memory-usage-store.js';
import { postJson, serveForTest } from '../testing/serve-for-test.js';

class KeyGuard implements Guard {
  static readonly security = 'apiKey';
  check({ req }: GuardInput) {
    if (req.headers['x-api-key'] !== 'right') throw new HttpError(401, 'Wrong key.');
  }
}

const oldName = z.string().optional().meta({ deprecated: true });

@Controller('users')
class UsersController {
  @Get('', { query: z.object({ page: z.int().default(1).meta({ deprecated: true }), q: z.string().optional() }) })
  list() {
    return [];
  }
  @Post('', {
    body: z.object({ name: z.string(), old: oldName, lines: z.array(z.object({ sku: oldName })).default([]) }),
  })
  create() {
    return {};
  }
  @UseGuards(KeyGuard)
  @Get('guarded')
  guarded() {
    return {};
  }
  @Authenticated()
  @Get('own')
  own() {
    return {};
  }
}

@Module({ controllers: [UsersController] })
class Root {}

let today = '2027-02-01T10:00Z';
const deprecated = { since: '2026-09-01', sunset: '2027-03-01', link: 'https://example.com/v1' };
const versions = defineVersions([{ version: '1', deprecated }, '2']);
const options: ServiceOptions = {
  versioning: { type: 'header', header: 'X-Version', defaultVersion: '1', versions, sunset: 'refuse' },
  securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } },
  authenticate: ({ headers: { 'x-user': id } }) =>
    typeof id === 'string' ? { id, roles: id === 'root' ? ['admin'] : [] } : null,
  now: () => new Date(today),
  usage: true,
};

let running: Awaited<ReturnType<typeof serveForTest>> | undefined;
const serve = async (given: ServiceOptions = {}) => (running = await serveForTest(Root, { ...options, ...given }));
const as = (user: string, headers = {}) => ({ headers: { 'x-user': user, ...headers } });
afterEach(async () => {
  await running?.app.close();
  today = '2027-02-01T10:00Z';
});

const read = async (filter = {}) =>
  (await running!.app.get(USAGE).read(filter)).counts.map(
    ({ version, operation, kind, consumer, calls }) => `${version} ${operation} ${kind} ${consumer} ${calls}`,
  );

describe('usage', () => {
  it('counts callers by their id, accepted keys by a hash, and everybody else by the address', async () => {
    const { call, app } = await serve();
    await call('/users', as('ada'));
    await call('/users', as('ada', { 'x-version': '2' }));
    await call('/users', as('ada', { 'x-version': '2' }));
    await call('/users', { headers: { 'x-api-key': 'right' } });
    await call('/users/guarded', { headers: { 'x-api-key': 'right' } });
    await call('/users/guarded', { headers: { 'x-api-key': 'wrong' } });
    await call('/users/own');
    expect((await read()).toSorted()).toEqual([
      '1 GET /users address 127.0.0.1 1',
      '1 GET /users caller ada 1',
      '1 GET /users/guarded key 27042f4e6eca7d0b 1',
      '2 GET /users caller ada 2',
    ]);
    const { since, counts } = await app.get(USAGE).read({ consumer: 'ada', version: '2' });
    expect([since, counts]).toEqual([
      Date.parse(today),
      [
        expect.objectContaining({
          day: null,
          refused: 0,
          first: Date.parse(today),
          last: Date.parse(today),
          members: {},
        }),
      ],
    ]);
  });

  it('counts by what the service names, and by default where that fails', async () => {
    const consumer = ({ req, version }: { req: { headers: object }; version: string | null }) => {
      const { 'x-team': team } = req.headers as Record<string, string>;
      if (team === 'broken') throw new Error('No team.');
      return team === undefined ? null : `${team} ${version}`;
    };
    const { call, logged } = await serve({ usage: { consumer } });
    await call('/users', { headers: { 'x-team': 'red' } });
    await call('/users', as('ada'));
    await call('/users', { headers: { 'x-team': 'broken' } });
    await call('/users', { headers: { 'x-team': 'broken' } });
    expect((await read()).toSorted()).toEqual([
      '1 GET /users address 127.0.0.1 2',
      '1 GET /users caller ada 1',
      '1 GET /users custom red 1 1',
    ]);
    expect(logged.filter((line) => line.includes('usage.consumer failed'))).toHaveLength(1);
  });

  it('counts what a sunset refuses for its caller', async () => {
    const { call, app } = await serve();
    today = '2027-03-02';
    expect((await call('/users/own', as('ada'))).status).toBe(410);
    const { counts } = await app.get(USAGE).read();
    expect(counts).toEqual([expect.objectContaining({ consumer: 'ada', calls: 1, refused: 1 })]);
  });

  it('counts what a sunset refuses for the key of its caller, where a guard has accepted it before', async () => {
    const { call } = await serve();
    await call('/users/guarded', { headers: { 'x-api-key': 'right' } });
    today = '2027-03-02';
    await call('/users/guarded', { headers: { 'x-api-key': 'right' } });
    await call('/users/guarded', { headers: { 'x-api-key': 'wrong' } });
    expect(await read()).toEqual([
      '1 GET /users/guarded key 27042f4e6eca7d0b 2',
      '1 GET /users/guarded address 127.0.0.1 1',
    ]);
  });

  it('counts a key alike, wherever a request sends it', async () => {
    const securitySchemes = { apiKey: { type: 'http', scheme: 'bearer' } } as const;
    const { call } = await serve({ securitySchemes });
    const headers = { 'x-api-key': 'right', authorization: 'bearer  right' };
    expect((await call('/users/guarded', { headers })).status).toBe(200);
    expect(await read()).toEqual(['1 GET /users/guarded key 27042f4e6eca7d0b 1']);
  });

  it.each([
    ['undefined', undefined, 'address 127.0.0.1'],
    ['a caller without an id', { roles: [] }, 'address 127.0.0.1'],
    ['an id that is empty', { id: '', roles: [] }, 'address 127.0.0.1'],
    ['an id that is a number', { id: 7, roles: [] }, 'caller 7'],
  ])('answers where authenticate returns %s', async (_, caller, consumer) => {
    const { call } = await serve({ authenticate: () => caller as never });
    expect((await call('/users')).status).toBe(200);
    expect(await read()).toEqual([`1 GET /users ${consumer} 1`]);
  });

  it('counts the deprecated members that valid requests use', async () => {
    const { call, app } = await serve();
    await call('/users?page=1&q=a', as('ada'));
    await call('/users?page=2', as('ada'));
    await call('/users?page=none', as('ada'));
    await call('/users', postJson({ name: 'a', lines: [{}, { sku: 'b' }] }, { 'x-user': 'ada' }));
    await call('/users', postJson({ name: 'a', old: 'b' }, { 'x-user': 'ada' }));
    const { counts } = await app.get(USAGE).read();
    expect(counts.map(({ operation, calls, members }) => [operation, calls, members])).toEqual([
      ['GET /users', 3, { 'query.page': 1 }],
      ['POST /users', 2, { 'body.lines.*.sku': 1, 'body.old': 1 }],
    ]);
  });

  it('counts each day apart', async () => {
    const { call } = await serve();
    await call('/users', as('ada'));
    today = '2027-02-02T00:00Z';
    await call('/users', as('ada'));
    const { counts } = await running!.app.get(USAGE).read({ byDay: true });
    expect(counts.map(({ day, calls }) => [day, calls])).toEqual([
      ['2027-02-01', 1],
      ['2027-02-02', 1],
    ]);
    expect(await read({ since: '2027-02-02' })).toEqual(['1 GET /users caller ada 1']);
    expect(await read()).toEqual(['1 GET /users caller ada 2']);
  });

  it('writes what is left when the app closes, once, even if the store fails at first', async () => {
    const store = new MemoryUsageStore();
    const batches: UsageBatch[] = [];
    let fails = true;
    const flaky: UsageStore = {
      add: (batch) => {
        batches.push(batch);
        store.add(batch);
        if (fails) throw new Error('The answer is lost.');
      },
      read: (filter) => store.read(filter),
    };
    const { call, app, logged } = await serve({ usage: { store: flaky } });
    await call('/users', as('ada'));
    expect(await read()).toHaveLength(1);
    fails = false;
    await call('/users', as('ada'));
    await app.close();
    expect(batches.map(({ sequence }) => sequence)).toEqual([1, 1, 2]);
    expect(store.read({}).counts).toEqual([expect.objectContaining({ consumer: 'ada', calls: 2 })]);
    expect(logged.filter((line) => line.includes('The usage store is unavailable'))).toHaveLength(1);
  });

  it('is read by admins, and by callers where it is theirs', async () => {
    const { call } = await serve();
    await call('/users?page=3', as('ada'));
    await call('/users', as('ada', { 'x-version': '2' }));
    await call('/users', as('grace'));
    expect((await call('/usage', as('ada'))).status).toBe(403);
    const all = await call('/usage?api-version=1&since=2027-01-01', as('root'));
    expect(all.json().counts).toHaveLength(2);
    expect(all.json()).toMatchObject({
      since: '2027-02-01T10:00:00.000Z',
      counts: [
        { kind: 'caller', consumer: 'ada', operation: 'GET /users', day: null, calls: 1 },
        { consumer: 'grace' },
      ],
    });
    expect((await call('/usage?since=soon', as('root'))).status).toBe(400);
    expect((await call('/usage/mine')).status).toBe(401);
    expect((await call('/usage/mine', as('ada'))).json()).toEqual({
      consumer: 'ada',
      deprecated: [
        {
          version: '1',
          operation: 'GET /users',
          calls: 1,
          refused: 0,
          first: '2027-02-01T10:00:00.000Z',
          last: '2027-02-01T10:00:00.000Z',
          members: { 'query.page': 1 },
          since: '2026-09-01T00:00:00.000Z',
          sunset: '2027-03-01T00:00:00.000Z',
          link: 'https://example.com/v1',
          successor: { version: '2', operation: 'GET /users' },
        },
      ],
    });
  });

  it('says to callers what they call in each version, and to no cache', async () => {
    const { call } = await serve();
    await call('/users', as('ada'));
    await call('/users', as('ada', { 'x-version': '2' }));
    await call('/users', as('grace'));
    expect((await call('/usage/mine/operations')).status).toBe(401);
    const own = await call('/usage/mine/operations', as('ada'));
    expect(own.headers['cache-control']).toBe('no-store');
    expect(own.json()).toMatchObject({
      consumer: 'ada',
      operations: expect.arrayContaining([
        expect.objectContaining({ version: '1', operation: 'GET /users', last: '2027-02-01T10:00:00.000Z' }),
        expect.objectContaining({ version: '2', operation: 'GET /users', calls: 1 }),
      ]),
    });
    expect((await call('/usage/mine/operations', as('nobody'))).json()).toMatchObject({ operations: [] });
  });

  it('is where the page asks what its reader calls, in the same page for everybody', async () => {
    const { call } = await serve({ documents: {} });
    await call('/users', as('ada'));
    const { text } = await call('/docs?version=2', as('ada'));
    expect(text).toContain('data-usage="/usage/mine/operations"');
    const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '');
    expect(withoutNonce((await call('/docs?version=2')).text)).toBe(withoutNonce(text));
    const uncounted = await serveForTest(Root, { ...options, documents: {}, usage: false });
    expect((await uncounted.call('/docs?version=2')).text).not.toContain('data-usage');
    await uncounted.app.close();
  });

  it('stands beside the bars of the timeline, for admins', async () => {
    const { call } = await serve({ documents: {} });
    for (let index = 0; index < 3; index += 1) await call('/users', as('ada'));
    expect((await call('/docs/versions', as('root'))).text).toContain('>3 calls</text>');
    expect((await call('/docs/versions', as('ada'))).text).not.toContain('calls');
  });

  it('says on the timeline who still calls what is leaving, for admins', async () => {
    const { call } = await serve({ documents: {} });
    await call('/users', as('grace'));
    today = '2027-04-05T10:00Z';
    await call('/users', as('ada'));
    const { text } = await call('/docs/versions', as('root'));
    expect(text).toContain('<td>ada (last call 2027-04-05)</td>');
    expect(text).not.toContain('grace');
    expect((await call('/docs/versions', as('bob'))).text).not.toContain('ada');
  });

  it('is a counter of each operation among the metrics', async () => {
    const { call } = await serve({ metrics: true });
    await call('/users', as('ada'));
    await read();
    await call('/users', as('grace'));
    today = '2027-03-02';
    await call('/users', as('grace'));
    const { text } = await call('/metrics');
    expect(text.split('\n').filter((line) => line.startsWith('api_calls_total'))).toEqual([
      'api_calls_total{version="1",operation="GET /users",refused="false"} 2',
      'api_calls_total{version="1",operation="GET /users",refused="true"} 1',
    ]);
  });
});
