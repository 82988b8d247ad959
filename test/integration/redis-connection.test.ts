import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setTimeout as sleep } from 'node:timers/promises';
import { RedisConnection } from '../../service/src/redis/redis-connection.js';
import { RedisUnavailable } from '../../service/src/redis/redis-unavailable.js';
import { OwnRedis } from './own-redis.js';
import { quickest } from './quickest.js';

let server: OwnRedis;
let connection: RedisConnection;
let lines: string[];

const ping = () => connection.run((client) => client.ping());

/** One of a few runs takes less than a second. */
async function withinASecond(work: () => Promise<unknown>): Promise<void> {
  expect((await quickest(1_000, work)).ms).toBeLessThan(1_000);
}

const refusedAtOnce = () => withinASecond(() => expect(ping()).rejects.toBeInstanceOf(RedisUnavailable));

async function eventually(check: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await check();
      return;
    } catch (error) {
      if (tries === 100) throw error;
    }
    await sleep(50);
  }
}

beforeEach(async () => {
  server = await OwnRedis.start();
  lines = [];
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
  connection = new RedisConnection({ url: server.url, prefix: 'svc-test', log });
});

afterEach(async () => {
  await connection.close();
  server.thaw();
  await server.kill();
});

describe('the Redis connection', () => {
  it('opens silently with the first command', async () => {
    expect(await ping()).toBe('PONG');
    expect(lines).toEqual([]);
  });

  it('opens once for many simultaneous first commands', async () => {
    const warnings: Error[] = [];
    const note = (warning: Error) => warnings.push(warning);
    process.on('warning', note);
    expect(await Promise.all(Array.from({ length: 100 }, ping))).toEqual(Array(100).fill('PONG'));
    expect(await connection.run((client) => client.client('LIST'))).toMatch(/^id=\d+ [^\n]*\n$/);
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });

  it('does not treat the end of a separate connection as an outage', async () => {
    await ping();
    const separate = await connection.separate();
    const copy = separate.client.duplicate();
    expect([await separate.client.ping(), await copy.ping()]).toEqual(['PONG', 'PONG']);
    separate.disconnect();
    await sleep(100);
    expect(await ping()).toBe('PONG');
    expect(lines).toEqual([]);
  });

  it('fails within a second while Redis was never up, and works once it is', async () => {
    await server.kill();
    await refusedAtOnce();
    await server.start();
    await eventually(ping);
  });

  it('fails within a second after Redis died, recovers by itself, and logs each change once', async () => {
    await ping();
    await server.kill();
    for (let attempt = 0; attempt < 20; attempt += 1) {
      await refusedAtOnce();
      await sleep(40);
    }
    await server.start();
    await eventually(ping);
    expect(lines).toEqual([
      expect.stringMatching(/^Redis is unavailable: .+\. Reconnecting until it is back\.$/),
      'Redis is reachable again.',
    ]);
  });

  it('fails pending commands within a second when Redis freezes', async () => {
    await ping();
    server.freeze();
    await withinASecond(() =>
      Promise.all(Array.from({ length: 50 }, () => expect(ping()).rejects.toBeInstanceOf(RedisUnavailable))),
    );
    server.thaw();
    await eventually(ping);
  });

  it('names a host that does not accept connections without waiting longer than a second', async () => {
    const log = { info: () => {}, warn: () => {} };
    const nowhere = new RedisConnection({ url: 'redis://192.0.2.1:6379', prefix: 'svc-test', log });
    await withinASecond(() => expect(nowhere.run((client) => client.ping())).rejects.toThrow(/Redis is not available/));
    await nowhere.close();
  });

  it('refuses commands after close', async () => {
    await ping();
    await connection.close();
    await expect(ping()).rejects.toThrow('the connection was closed');
  });
});
