import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RedisCacheStore } from '../../service/src/cache/redis-cache-store.js';
import { RedisJobQueue } from '../../service/src/jobs/redis-job-queue.js';
import { RedisConnection } from '../../service/src/redis/redis-connection.js';
import { RedisUnavailable } from '../../service/src/redis/redis-unavailable.js';
import { keysInRedis, throttleIn } from '../../service/src/shared-state/shared-state.js';
import { OwnRedis } from './own-redis.js';
import { quickest } from './quickest.js';
import { TcpGate } from './tcp-gate.js';

const log = { info: () => {}, warn: () => {} };
const policy = { concurrency: 1, attempts: 3, backoffMs: 20, leaseMs: 1_000, keepMs: 60_000, pollMs: 20 };
let server: OwnRedis;
let connection: RedisConnection;

beforeEach(async () => {
  server = await OwnRedis.start();
  connection = new RedisConnection({ url: server.url, prefix: 'svc-test', log });
});

afterEach(async () => {
  await connection.close();
  server.thaw();
  await server.kill();
});

async function refusedAtOnce(work: () => Promise<unknown>): Promise<void> {
  const { ms } = await quickest(1_000, () => expect(work()).rejects.toBeInstanceOf(RedisUnavailable));
  expect(ms).toBeLessThan(1_000);
}

async function eventually<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 100) throw error;
    }
    await sleep(50);
  }
}

describe('while Redis is down', () => {
  it('the cache fails at once and recovers by itself', async () => {
    const cache = new RedisCacheStore(connection);
    await cache.write('a', { kept: false }, 60);
    await server.kill();
    await refusedAtOnce(() => cache.read('a'));
    await refusedAtOnce(() => cache.write('a', {}, 60));
    await refusedAtOnce(() => cache.remove('a'));
    await refusedAtOnce(() => cache.check());
    await server.start();
    expect(await eventually(() => cache.write('a', { again: true }, 60))).toEqual({ visits: 1 });
  });

  it('no idempotency key is granted, so nothing runs twice', async () => {
    const store = keysInRedis(connection);
    await store.claim('a', 'print', 60);
    await server.kill();
    await refusedAtOnce(async () => store.claim('b', 'print', 60));
    await refusedAtOnce(async () => store.claim('c', 'print', 60));
  });

  it('each process counts limits on its own, and all count together again afterwards', async () => {
    const [here, there] = [throttleIn(connection), throttleIn(connection)];
    await here.hit('limit', 60);
    expect((await there.hit('limit', 60)).count).toBe(2);
    await server.kill();
    expect(await here.hit('limit', 60)).toEqual({ count: 1, resetSeconds: 60 });
    expect((await here.hit('limit', 60)).count).toBe(2);
    expect((await there.hit('limit', 60)).count).toBe(1);
    expect((await quickest(1_000, async () => here.hit('limit', 60))).ms).toBeLessThan(1_000);
    await server.start();
    await eventually(() => connection.run((client) => client.ping()));
    await here.hit('after', 60);
    expect((await there.hit('after', 60)).count).toBe(2);
  });

  it('limits count even if Redis was never up', async () => {
    await server.kill();
    const store = throttleIn(connection);
    expect((await store.hit('limit', 60)).count).toBe(1);
    expect((await store.hit('limit', 60)).count).toBe(2);
    await store.takeBack('limit');
    expect((await store.read('limit')).count).toBe(1);
  });

  it('jobs are refused at once, and the same worker runs jobs again afterwards', async () => {
    const queue = new RedisJobQueue<number, number>({ name: 'outage', policy, redis: connection });
    queue.startWorker(async (number) => number + 1);
    await queue.enqueue(1);
    await server.kill();
    await refusedAtOnce(() => queue.enqueue(2));
    await refusedAtOnce(() => queue.find('00000000-0000-4000-8000-000000000000'));
    await refusedAtOnce(() => queue.check());
    await sleep(2_000);
    await server.start();
    const { id } = await eventually(() => queue.enqueue(41));
    await eventually(async () => expect(await queue.find(id)).toMatchObject({ state: 'completed', result: 42 }));
    await queue.close();
  });

  it('a worker that starts meanwhile begins work when Redis is up, and stops in time when it is not', async () => {
    await server.kill();
    const queue = new RedisJobQueue<number, number>({ name: 'late', policy, redis: connection });
    queue.startWorker(async (number) => number + 1);
    await sleep(1_000);
    await server.start();
    const { id } = await eventually(() => queue.enqueue(41));
    await eventually(async () => expect(await queue.find(id)).toMatchObject({ state: 'completed', result: 42 }));
    await server.kill();
    await queue.close();
  });
});

describe('a connection to Redis that swallows what it is sent', () => {
  it('is replaced, by the shared connection and by a worker', async () => {
    const gate = new TcpGate({ host: '127.0.0.1', port: server.port });
    await gate.open();
    const through = new RedisConnection({ url: gate.through(server.url), prefix: 'svc-test', log });
    const queue = new RedisJobQueue<number, number>({ name: 'swallowed', policy, redis: through });
    queue.startWorker(async (number) => number + 1);
    const first = await eventually(() => queue.enqueue(1));
    await eventually(async () => expect(await queue.find(first.id)).toMatchObject({ state: 'completed' }));

    gate.blackhole();
    await refusedAtOnce(() => through.run((client) => client.ping()));
    const { id } = await eventually(() => queue.enqueue(41));
    let job = await queue.find(id);
    while (job?.state !== 'completed') {
      await sleep(200);
      job = await queue.find(id);
    }
    expect(job).toMatchObject({ result: 42 });
    await queue.close();
    await through.close();
    await gate.shut();
  });
});
