import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { bundle, Process } from './start-process.js';
import { openTestRedis, redisUrl } from './test-redis.js';

let script: string;
beforeAll(async () => {
  script = await bundle(new URL('processes/hit-stores.ts', import.meta.url));
});

interface Seen {
  readonly counts: number[];
  readonly states: string[];
}

async function runThree(place: string, address: string, prefix = ''): Promise<Seen[]> {
  const begin = String(Date.now() + 2_000);
  const processes = [1, 2, 3].map(() => new Process(script, [place, address, prefix, begin]));
  return Promise.all(processes.map((one) => one.next<Seen>()));
}

function expectOneBudget(seen: readonly Seen[]): void {
  const counts = seen.flatMap(({ counts }) => counts).toSorted((a, b) => a - b);
  expect(counts).toEqual(Array.from({ length: 300 }, (_, index) => index + 1));
}

function expectOneClaimPerKey(seen: readonly Seen[]): void {
  for (let round = 0; round < 100; round += 1) {
    expect(seen.filter(({ states }) => states[round] === 'claimed')).toHaveLength(1);
  }
}

describe('three processes that share their state', () => {
  it('have one budget and one claim per key in Redis', async () => {
    const redis = openTestRedis();
    onTestFinished(redis.cleanUp);
    const seen = await runThree('redis', redisUrl, redis.prefix);
    expectOneBudget(seen);
    expectOneClaimPerKey(seen);
  });

  it('have one budget and one claim per key in one SQLite file', async () => {
    const folder = await makeTemporaryFolder();
    onTestFinished(folder.remove);
    const seen = await runThree('database', folder.path);
    expectOneBudget(seen);
    expectOneClaimPerKey(seen);
  });

  it.skipIf(!testDatabaseUrl)('have one budget and one claim per key in PostgreSQL', async () => {
    const schema = await createOwnSchema();
    onTestFinished(schema.drop);
    const seen = await runThree('database', schema.url);
    expectOneBudget(seen);
    expectOneClaimPerKey(seen);
  });
});
