import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';
import { DatabaseJobQueue } from '../../service/src/jobs/database-job-queue.js';
import type { JobQueue } from '../../service/src/jobs/job-queue.js';
import type { EnqueueRender, Thumbnail } from '../../service/src/jobs/jobs-schemas.js';
import { RedisJobQueue } from '../../service/src/jobs/redis-job-queue.js';
import { buildCopy, type BuiltPackage } from '../command/built-package.js';
import { type StartedCommand, startCommand } from '../command/start-command.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { openTestRedis, redisUrl } from './test-redis.js';

type Queue = JobQueue<EnqueueRender, Thumbnail>;

const policy = { concurrency: 1, attempts: 3, backoffMs: 1_000, leaseMs: 30_000, keepMs: 3_600_000, pollMs: 500 };
const AUTH_SECRET = 'a secret of at least thirty-two characters';
const cleanUps: (() => Promise<unknown>)[] = [];
let built: BuiltPackage;

beforeAll(async () => {
  built = await buildCopy();
});
afterAll(() => built.remove());
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<StartedCommand> {
  const folder = await makeTemporaryFolder();
  const command = startCommand(built.script, [...argv, '--demo'], {
    cwd: folder.path,
    env: { LOG_LEVEL: 'warn', ...env },
  });
  cleanUps.push(async () => {
    command.child.kill('SIGKILL');
    await command.ended;
    await folder.remove();
  });
  return command;
}

async function enqueue(queue: Queue, count: number): Promise<readonly string[]> {
  const jobs = await Promise.all(Array.from({ length: count }, () => queue.enqueue({ width: 512, format: 'avif' })));
  return jobs.map(({ id }) => id);
}

const statesOf = (queue: Queue, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await queue.find(id))?.state));

/** Two workers share the jobs. One is stopped and leaves none half done; the other finishes the rest. */
async function shareJobs(queue: Queue, env: NodeJS.ProcessEnv): Promise<string> {
  // On a busy machine, the store of webhooks may take longer than it is waited for, which is a warning.
  const quiet = { ...env, LOG_LEVEL: 'error' };
  const workers = await Promise.all([start(['worker'], quiet), start(['worker', '--concurrency', '1'], quiet)]);
  for (const worker of workers) await worker.sees(/is ready\.[\s\S]*at a time/);
  const [first, second] = workers as [StartedCommand, StartedCommand];
  const ids = await enqueue(queue, 16);
  await expect.poll(() => statesOf(queue, ids), { interval: 10 }).toContain('active');
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  await expect.poll(() => statesOf(queue, ids), { timeout: 60_000 }).toEqual(ids.map(() => 'completed'));
  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
  expect(first.written.stderr + second.written.stderr).toBe('');
  return first.written.stdout;
}

describe('svc worker on Redis', () => {
  it('shares the jobs with other workers, and prints where they are', async () => {
    const redis = openTestRedis();
    const queue: Queue = new RedisJobQueue({ name: 'thumbnails', policy, redis: redis.connection });
    cleanUps.push(redis.cleanUp, () => queue.close());
    const summary = await shareJobs(queue, { REDIS_URL: redisUrl, REDIS_PREFIX: redis.prefix });
    expect(summary).toContain(`jobs       configured: BullMQ on Redis at ${new URL(redisUrl).host}\n`);
  });

  it('waits for a Redis that is down, reports it, and still stops when asked to', async () => {
    const worker = await start(['worker'], { REDIS_URL: 'redis://127.0.0.1:1' });
    await worker.sees(/is ready/);
    await worker.sees(/Redis is unavailable: /, 'stderr');
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });
});

describe.skipIf(!testDatabaseUrl)('the commands on PostgreSQL', () => {
  it('simultaneous runs of svc migrate migrate once, and print where', async () => {
    const schema = await createOwnSchema();
    cleanUps.push(() => schema.drop());
    const commands = await Promise.all(
      [1, 2, 3].map(() => start(['migrate'], { DATABASE_URL: schema.url, AUTH_SECRET })),
    );
    expect(await Promise.all(commands.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    const outputs = commands.map(({ written }) => written.stdout);
    for (const text of outputs) expect(text.startsWith(`PostgreSQL at ${new URL(schema.url).host}: `)).toBe(true);
    expect(outputs.filter((text) => / ran \d+ migrations\./.test(text))).toHaveLength(1);
    expect(outputs.filter((text) => text.includes('already up to date'))).toHaveLength(2);
  });

  it('svc worker shares the jobs of the database with other workers', async () => {
    const schema = await createOwnSchema();
    const database = await schema.open();
    cleanUps.push(schema.drop, () => database.onShutdown());
    const queue: Queue = new DatabaseJobQueue({ name: 'thumbnails', database, policy, log: { warn: () => {} } });
    const summary = await shareJobs(queue, { DATABASE_URL: schema.url, AUTH_SECRET });
    expect(summary).toContain(`database   configured: PostgreSQL at ${new URL(schema.url).host}\n`);
  });

  it('svc users grants a role on the configured database', async () => {
    const schema = await createOwnSchema();
    const database = await schema.open();
    cleanUps.push(schema.drop, () => database.onShutdown());
    const now = new Date().toISOString();
    await schema.query(
      'insert into auth_users (id, name, email, "emailVerified", "createdAt", "updatedAt") values ($1, $2, $3, $4, $5, $5)',
      ['ada', 'Ada', 'ada@example.com', 1, now],
    );
    const env = { DATABASE_URL: schema.url, AUTH_SECRET };
    const granted = await start(['users', 'grant', 'ada@example.com', 'admin'], env);
    expect(await granted.ended).toBe(0);
    const listed = await start(['users', 'list', '--format', 'json'], env);
    expect(await listed.ended).toBe(0);
    expect(JSON.parse(listed.written.stdout)).toMatchObject({
      version: 1,
      users: [{ email: 'ada@example.com', roles: ['admin'] }],
    });
  });
});
