import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { DatabaseJobQueue } from '../../service/src/jobs/database-job-queue.js';
import { finished } from '../../service/src/jobs/job-queue.suite.js';
import type { JobQueue } from '../../service/src/jobs/job-queue.js';
import { RedisJobQueue } from '../../service/src/jobs/redis-job-queue.js';
import { Database } from '../../service/src/database/database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { bundle, Process } from './start-process.js';
import { openTestRedis, redisUrl } from './test-redis.js';

const policy = { concurrency: 1, attempts: 3, backoffMs: 20, leaseMs: 1_000, keepMs: 60_000, pollMs: 20 };
const log = { warn: () => {} };
let script: string;
beforeAll(async () => {
  script = await bundle(new URL('processes/work-sums.ts', import.meta.url));
});

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function start(address: string, prefix: string, name: string, takes: number): Process {
  const worker = new Process(script, [address, prefix, name, String(takes)]);
  cleanUps.push(() => worker.kill());
  return worker;
}

/** Kills the worker of a running job, and expects another one to finish the job. */
async function surviveKill(queue: JobQueue<unknown, number>, address: string, prefix = ''): Promise<void> {
  const { id } = await queue.enqueue('a job');
  const doomed = start(address, prefix, queue.name, 60_000);
  await doomed.next();
  expect(await queue.find(id)).toMatchObject({ state: 'active' });
  await doomed.kill();
  const heir = start(address, prefix, queue.name, 10);
  expect(await heir.next()).toEqual({ begun: 'a job' });
  expect(await finished(queue, id)).toEqual({ id, state: 'completed', result: heir.child.pid, failedReason: null });
}

describe('a job whose worker is killed with SIGKILL', () => {
  it('is finished by the next worker on SQLite', async () => {
    const folder = await makeTemporaryFolder();
    const database = new Database({ dataDir: folder.path });
    await database.onInit();
    cleanUps.push(folder.remove, () => database.onShutdown());
    await surviveKill(new DatabaseJobQueue({ name: 'killed', database, policy, log }), folder.path);
  });

  it.skipIf(!testDatabaseUrl)('is finished by the next worker on PostgreSQL', async () => {
    const schema = await createOwnSchema();
    const database = await schema.open();
    cleanUps.push(schema.drop, () => database.onShutdown());
    await surviveKill(new DatabaseJobQueue({ name: 'killed', database, policy, log }), schema.url);
  });

  it('is finished by the next worker on Redis', async () => {
    const redis = openTestRedis();
    const queue = new RedisJobQueue<unknown, number>({ name: 'killed', policy, redis: redis.connection });
    cleanUps.push(redis.cleanUp, () => queue.close());
    await surviveKill(queue, redisUrl, redis.prefix);
  });
});
