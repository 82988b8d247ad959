import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type App,
  Controller,
  createApp,
  Get,
  Health,
  type HealthCheckOptions,
  HealthModule,
  type HealthOptions,
  HttpOptionsProvider,
  inject,
  Module,
  provide,
  type ServiceOptions,
} from '../../index.js';

interface Setting extends HealthCheckOptions {
  readonly health?: HealthOptions;
  readonly options?: ServiceOptions;
}

/** An app with one part, whose check is given. */
async function startWith(check: () => unknown, { health = { cacheMs: 0 }, options, ...limits }: Setting = {}) {
  const log: string[] = [];
  const write = (line: string) => void log.push(line);
  class Part {
    constructor() {
      inject(Health).add('part', check, limits);
    }
  }
  @Module({ imports: [HealthModule.with(health)], providers: [Part] })
  class Root {}
  const app = await createApp(Root, { logger: { info: write, warn: write, error: write }, ...options });
  onTestFinished(() => app.close());
  return { app, log, get: (path: string, init?: RequestInit) => getFrom(app, path, init) };
}

async function getFrom(app: App, path: string, init?: RequestInit) {
  const response = await app.request(path, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

const ready = '/health/ready';

describe('readiness', () => {
  it('is 503 while a critical part is down, and 200 again afterwards; each change is logged once', async () => {
    let works = false;
    const { get, log } = await startWith(() =>
      works ? Promise.resolve() : Promise.reject(new Error('connect ECONNREFUSED')),
    );
    for (let time = 0; time < 2; time += 1)
      expect(await get(ready)).toMatchObject({ status: 503, body: { status: 'down', checks: [{ state: 'down' }] } });
    expect(await get('/health/live')).toMatchObject({ status: 200, body: { status: 'up', checks: [] } });
    works = true;
    for (let time = 0; time < 2; time += 1) expect((await get(ready)).status).toBe(200);
    expect(log).toEqual([
      'The health check of part fails. connect ECONNREFUSED',
      'The health check of part passes again.',
    ]);
  });

  it.each([
    ['an error', () => new Error('no'), 'no'],
    [
      'an error that has a code and no message',
      () => Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    ['text', () => 'broken', 'broken'],
  ])('logs why a check failed that threw %s', async (_name, thrown, reason) => {
    const { get, log } = await startWith(() => {
      throw thrown();
    });
    expect(JSON.stringify((await get(ready)).body)).not.toContain(reason === 'no' ? '"no"' : reason);
    expect(log).toEqual([`The health check of part fails. ${reason}`]);
  });

  it('is 503 while a critical part does not answer in time, and says for how long it waited', async () => {
    const { get } = await startWith(() => new Promise(() => {}), { timeoutMs: 20 });
    expect(await get(ready)).toMatchObject({
      status: 503,
      body: { checks: [{ name: 'part', state: 'unknown', critical: true, detail: 'No answer within 20 ms.' }] },
    });
  });

  it('is 200 while only parts are down that are not critical', async () => {
    const { get } = await startWith(() => false, { critical: false });
    expect(await get(ready)).toMatchObject({
      status: 200,
      body: { status: 'up', checks: [{ name: 'part', state: 'down', critical: false }] },
    });
  });

  it('asks a part once for requests that come at the same time', async () => {
    let asked = 0;
    const { get } = await startWith(() => {
      asked += 1;
      return sleep(20);
    });
    await Promise.all(Array.from({ length: 10 }, () => get(ready)));
    expect(asked).toBe(1);
    await get(ready);
    expect(asked).toBe(2);
  });

  it('uses a result again for a while, and draining at once', async () => {
    let asked = 0;
    const check = () => {
      asked += 1;
    };
    const { app, get } = await startWith(check, { health: { cacheMs: 60_000 }, options: { drainDelayMs: 50 } });
    for (let time = 0; time < 100; time += 1) expect((await get(ready)).status).toBe(200);
    expect(asked).toBe(1);
    const closing = app.close();
    expect(await get(ready)).toMatchObject({ status: 503, body: { status: 'down', draining: true } });
    expect(asked).toBe(1);
    await closing;
  });

  it('asks again when a result has expired', async () => {
    let asked = 0;
    const { get } = await startWith(
      () => {
        asked += 1;
      },
      { health: { cacheMs: 5 } },
    );
    await get(ready);
    await sleep(20);
    await get(ready);
    expect(asked).toBe(2);
  });
});

it('a draining service is alive and not ready, with no check at all', async () => {
  const app = await createApp(HealthModule, { drainDelayMs: 500 });
  const url = await app.listen(0);
  const closing = app.close();
  const answers = await Promise.all(['ready', 'live'].map((path) => fetch(`${url}/health/${path}`)));
  expect(answers.map(({ status }) => status)).toEqual([503, 200]);
  expect(await Promise.all(answers.map((answer) => answer.json()))).toMatchObject([
    { status: 'down', draining: true },
    { status: 'up', draining: true },
  ]);
  await closing;
});

describe('the routes', () => {
  it('are public, without limits, and must not be cached', async () => {
    const { get } = await startWith(() => true, {
      options: { defaultAccess: 'authenticated', authenticate: () => null, throttle: { limit: 1, windowSeconds: 60 } },
    });
    for (let time = 0; time < 5; time += 1) {
      const { status, headers } = await get(ready);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    }
    expect(await get(ready, { method: 'HEAD' })).toMatchObject({ status: 200, body: null });
    expect((await get(ready, { method: 'POST' })).status).toBe(405);
  });

  it.each<[string, ServiceOptions['versioning'], Record<string, string>]>([
    ['header', { type: 'header', header: 'X-API-Version' }, { 'X-API-Version': '99' }],
    ['media-type', { type: 'media-type', key: 'v=' }, { Accept: 'application/json;v=99' }],
    ['uri', { type: 'uri' }, {}],
  ])('are the same for every version with %s versioning', async (_type, versioning, headers) => {
    const { get } = await startWith(() => true, { options: { versioning, prefix: 'api' } });
    expect((await get(`/api${ready}`, { headers })).status).toBe(200);
    expect((await get(`/api${ready}`)).status).toBe(200);
  });

  it('can have other paths', async () => {
    const { get } = await startWith(() => true, { health: { live: '/livez', ready: 'readyz' } });
    expect([(await get('/livez')).status, (await get('/readyz')).status]).toEqual([200, 200]);
    expect([(await get('/health/live')).status, (await get(ready)).status]).toEqual([404, 404]);
  });

  it('are in the documents only where that is asked for', async () => {
    const documents = { info: { title: 'Parts', version: '1' } };
    const pathsWith = async (health: HealthOptions) => {
      const { get } = await startWith(() => true, { health, options: { documents } });
      return Object.keys((await get('/openapi.json')).body.paths);
    };
    expect(await pathsWith({})).toEqual([]);
    expect(await pathsWith({ documented: true })).toEqual(['/health/live', '/health/ready']);
  });
});

it('a part that an options provider injects may add its check, and what is logged goes where the app logs', async () => {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  class Database {
    constructor() {
      inject(Health).add('database', () => false);
    }
  }
  class Options extends HttpOptionsProvider {
    readonly database = inject(Database);
    override readonly logger = { info: write, warn: write, error: write };
  }
  @Module({ imports: [HealthModule], providers: [Database, Options] })
  class Root {}
  const app = await createApp(Root);
  onTestFinished(() => app.close());
  expect((await app.request(ready)).status).toBe(503);
  expect(lines).toEqual(['The health check of database fails. The check failed.']);
});

it('what no module writes may be checked by a factory, and Health is there to read', async () => {
  class Pool {
    query = () => Promise.reject(new Error('down'));
  }
  const pool = provide(Pool, {
    useFactory: (health) => {
      const made = new Pool();
      health.add('pool', () => made.query());
      return made;
    },
    inject: [Health],
  });
  @Controller('state')
  class StateController {
    readonly #health = inject(Health);
    @Get()
    async read() {
      return { status: (await this.#health.ready()).status };
    }
  }
  @Module({ imports: [HealthModule], controllers: [StateController], providers: [pool] })
  class Root {}
  const app = await createApp(Root, { logger: { info: () => {}, warn: () => {}, error: () => {} } });
  onTestFinished(() => app.close());
  expect(await (await app.request('/state')).json()).toEqual({ status: 'down' });
});

describe('wrong use', () => {
  const health = () => new Health(0, { draining: false, startedAt: 0 }, { info: () => {}, warn: () => {} });
  const ok = () => true;

  it.each([
    ['no name', () => health().add('', ok), /takes a name and a function/],
    [
      'no function',
      () => health().add('database', true as never),
      /takes a name and a function: health\.add\('database'/,
    ],
    [
      'an unknown option',
      () => health().add('database', ok, { timeout: 5 } as never),
      /health check of database: unknown option "timeout"\. Did you mean "timeoutMs"\?/,
    ],
    [
      'a time of zero',
      () => health().add('database', ok, { timeoutMs: 0 }),
      /timeoutMs is 0\. Write a positive integer/,
    ],
    [
      'an unknown option of the module',
      () => HealthModule.with({ path: 'x' } as never),
      /unknown option "path"\. Available: live, ready, cacheMs, documented/,
    ],
    ['an empty path', () => HealthModule.with({ live: '' }), /live is ""\. Write a path such as 'health\/live'/],
    ['a negative time', () => HealthModule.with({ cacheMs: -1 }), /cacheMs is -1/],
  ])('%s is refused', (_name, wrong, message) => {
    expect(wrong).toThrow(message);
  });

  it('two checks of one name are refused', () => {
    const one = health();
    one.add('database', ok);
    expect(() => one.add('database', ok)).toThrow('The health check of database was added before.');
  });

  it('a check without the module is a boot error that names Health', async () => {
    class Part {
      readonly health = inject(Health);
    }
    @Module({ providers: [Part] })
    class Root {}
    await expect(createApp(Root)).rejects.toThrow('Part injects Health, and no module provides it.');
  });

  it('two paths that are one are a boot error', async () => {
    await expect(createApp(HealthModule.with({ live: 'health', ready: 'health' }))).rejects.toThrow(/GET \/health/);
  });
});
