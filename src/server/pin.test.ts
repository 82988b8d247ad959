import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Controller, Get, type Input, Module, Post, Roles, Version } from '../index.js';
import { serveForTest } from './testing/serve-for-test.js';

const create = { body: z.object({ name: z.string() }) } as const;

@Controller('things')
class ThingsController {
  @Version('1') @Get('') first({ version }: Input) {
    return { version };
  }
  @Version('2') @Get('') second({ version }: Input) {
    return { version };
  }
  @Version('1') @Post('') open() {
    return 'made by anybody';
  }
  @Roles('editor')
  @Version('2')
  @Post('', create)
  close({ body }: Input<typeof create>) {
    return body;
  }
  @Version('2') @Get('new') added() {
    return 'new';
  }
}

@Module({ controllers: [ThingsController] })
class Root {}

describe('callers that are pinned to a version', () => {
  const seen = { authenticated: 0, asked: [] as string[], routes: [] as string[] };
  let served: Awaited<ReturnType<typeof serveForTest>>;
  const ask = (path: string, caller: string, headers: Record<string, string> = {}, body?: object) =>
    served.call(path, {
      headers: {
        ...(caller !== '' && { 'x-caller': caller }),
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });

  beforeAll(async () => {
    served = await serveForTest(Root, {
      authenticate: ({ headers }) => {
        seen.authenticated++;
        const id = headers['x-caller'];
        return typeof id === 'string' ? { id, roles: id.startsWith('editor') ? ['editor'] : [] } : null;
      },
      around: async (call, next) => {
        await next();
        seen.routes.push(call.route.handler.method);
      },
      versioning: {
        type: 'header',
        header: 'X-API-Version',
        defaultVersion: '1',
        pin: async ({ id }) => {
          seen.asked.push(id);
          const pin = id.split('-').at(-1)!;
          return pin === 'none' ? null : pin === 'wrong' ? (7 as never) : pin;
        },
      },
      logger: { info() {}, warn() {}, error: (_message, fields) => errors.push(String(fields?.error)) },
    });
  });
  const errors: string[] = [];
  afterAll(() => served.app.close());

  it('get the version of their pin, and everybody else the default', async () => {
    const versionOf = async (caller: string, headers = {}) => (await ask('/things', caller, headers)).json();
    expect(await versionOf('ada-2')).toEqual({ version: '2' });
    expect(await versionOf('ada-none')).toEqual({ version: '1' });
    expect(await versionOf('')).toEqual({ version: '1' });
    expect(seen.asked).toEqual(['ada-2', 'ada-none']);
  });

  it('get the version that a request names, without being asked', async () => {
    seen.asked.length = 0;
    const answer = await ask('/things', 'ada-2', { 'x-api-version': '1' });
    expect([answer.json(), answer.headers.vary]).toEqual([{ version: '1' }, 'X-API-Version']);
    expect(seen.asked).toEqual([]);
  });

  it('are authenticated once, and get answers that caches keep apart', async () => {
    seen.authenticated = 0;
    const answer = await ask('/things', 'ada-2');
    expect(seen.authenticated).toBe(1);
    expect(answer.headers.vary).toBe('X-API-Version, Authorization, Cookie');
    expect((await ask('/things', '')).headers.vary).toBe('X-API-Version, Authorization, Cookie');
  });

  it('need the roles and the body of the version of their pin', async () => {
    expect((await ask('/things', 'ada-1', {}, {})).json()).toBe('made by anybody');
    expect((await ask('/things', 'ada-2', {}, { name: 'a' })).status).toBe(403);
    expect((await ask('/things', 'editor-2', {}, { name: 1 })).status).toBe(400);
    const made = await ask('/things', 'editor-2', {}, { name: 'a' });
    expect([made.status, made.json()]).toEqual([201, { name: 'a' }]);
  });

  it('are shown to around with the route that answered', async () => {
    seen.routes.length = 0;
    await ask('/things', 'ada-2');
    expect(seen.routes).toEqual(['second']);
  });

  it('learn that their pin is gone', async () => {
    const answer = await ask('/things', 'ada-9');
    expect([answer.status, answer.json()]).toMatchObject([
      404,
      {
        code: 'api-version-unsupported',
        detail: 'The caller is pinned to version 9, which this address does not have. Available: 1, 2.',
        requested: '9',
        supportedVersions: ['1', '2'],
      },
    ]);
    expect(answer.headers.vary).toBe('X-API-Version, Authorization, Cookie');
  });

  it('reach an address that the default version lacks', async () => {
    expect((await ask('/things/new', 'ada-2')).json()).toBe('new');
    expect((await ask('/things/new', 'ada-1')).json()).toMatchObject({ status: 404, requested: '1' });
    expect((await ask('/things/new', '')).json()).toMatchObject({ status: 404, code: 'api-version-required' });
  });

  it('get a 500 that explains itself in the log when the pin is no version', async () => {
    expect((await ask('/things', 'ada-wrong')).status).toBe(500);
    expect(errors.at(-1)).toContain(
      "versioning.pin returned 7. Return a version such as '2', or null for the default.",
    );
  });
});
