import { APP_STATE, createApp, inject, Module, provide } from 'svckit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { CacheModule } from '../cache/cache-module.js';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { LOGGER, silentLogger } from '../configuration/logger.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { DatabaseModule } from '../database/database-module.js';
import { FilesModule } from '../files/files-module.js';
import { ImagesModule } from '../images/images-module.js';
import { JobsModule } from '../jobs/jobs-module.js';
import { RedisModule } from '../redis/redis-module.js';
import { HealthController } from './health-controller.js';
import { HealthModule } from './health-module.js';
import { HealthRegistry } from './health-registry.js';

const modules = [
  ConfigurationModule,
  DatabaseModule,
  RedisModule,
  CacheModule,
  FilesModule,
  ImagesModule,
  JobsModule,
  HealthModule,
];
const up = { state: 'up', ms: expect.any(Number) };

describe('the health routes of the service', () => {
  it('report all parts of a service that has just started', async () => {
    const service = await startServiceForTest(modules);
    expect(await service.send('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: {
        status: 'up',
        draining: false,
        uptimeMs: expect.any(Number),
        checks: [
          { name: 'database', critical: true, ...up },
          { name: 'files', critical: true, ...up },
          { name: 'cache', critical: false, ...up },
          { name: 'queue', critical: false, ...up },
        ],
      },
    });
    expect((await service.send('GET', '/health/live')).body).toEqual({
      status: 'up',
      draining: false,
      uptimeMs: expect.any(Number),
      checks: [],
    });
  });

  it('answer whatever version is asked for, and must not be cached', async () => {
    const service = await startServiceForTest(modules);
    for (const version of ['1', '2', '99']) {
      const answer = await service.send('GET', '/health/ready', undefined, { 'X-API-Version': version });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  it('stay ready without Redis, which is optional', async () => {
    const service = await startServiceForTest(modules, { REDIS_URL: 'redis://127.0.0.1:1' });
    // A busy machine may take longer to refuse the connection than the check waits.
    const state = expect.stringMatching(/^(?:down|unknown)$/);
    expect(await service.send('GET', '/health/ready')).toMatchObject({
      status: 200,
      body: { status: 'up', checks: [up, up, { name: 'cache', state }, { name: 'queue', state }] },
    });
  });
});

/** An app with one critical part, whose check is given. */
async function startWith(check: () => Promise<unknown>) {
  const log: string[] = [];
  const state = { draining: false, startedAt: Date.now() };
  class Part {
    readonly #registry = inject(HealthRegistry);
    onInit() {
      this.#registry.add({ name: 'part', critical: true, timeoutMs: 50, check });
    }
  }
  const write = (line: string) => void log.push(line);
  @Module({
    controllers: [HealthController],
    providers: [
      HealthRegistry,
      Part,
      provide(LOGGER, { useValue: { info: write, warn: write, error: write } }),
      provide(APP_STATE, { useValue: state }),
    ],
  })
  class PartModule {}
  const app = await createApp(PartModule);
  onTestFinished(() => app.close());
  const url = await app.listen(0);
  const get = async (path: string) => {
    const response = await fetch(`${url}/health/${path}`);
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { app, get, log };
}

describe('readiness', () => {
  it('is 503 while a critical part is down, and 200 again afterwards; each change is logged once', async () => {
    let works = false;
    const { get, log } = await startWith(() =>
      works ? Promise.resolve() : Promise.reject(new Error('connect ECONNREFUSED')),
    );
    for (let time = 0; time < 2; time += 1) {
      expect(await get('ready')).toMatchObject({ status: 503, body: { status: 'down', checks: [{ state: 'down' }] } });
    }
    expect((await get('live')).status).toBe(200);
    works = true;
    for (let time = 0; time < 2; time += 1) expect((await get('ready')).status).toBe(200);
    expect(log).toEqual([
      'The health check of part fails. connect ECONNREFUSED',
      'The health check of part passes again.',
    ]);
  });

  it('is 503 while a critical part does not answer in time', async () => {
    const { get } = await startWith(() => new Promise(() => {}));
    expect(await get('ready')).toMatchObject({ status: 503, body: { checks: [{ state: 'unknown' }] } });
  });

  it('asks a part once for requests that come at the same time', async () => {
    let asked = 0;
    const { get } = await startWith(async () => {
      asked += 1;
      await new Promise((resolve) => {
        setTimeout(resolve, 20);
      });
    });
    await Promise.all(Array.from({ length: 10 }, () => get('ready')));
    expect(asked).toBeLessThan(10);
  });
});

it('a draining service is alive and not ready', async () => {
  @Module({
    controllers: [HealthController],
    providers: [HealthRegistry, provide(LOGGER, { useValue: silentLogger })],
  })
  class DrainModule {}
  const app = await createApp(DrainModule, { drainDelayMs: 500 });
  const url = await app.listen(0);
  const closing = app.close();
  const ready = await fetch(`${url}/health/ready`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { status: 'down', draining: true }]);
  const live = await fetch(`${url}/health/live`);
  expect([live.status, await live.json()]).toMatchObject([200, { status: 'up', draining: true }]);
  await closing;
});
