import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandProcess } from './command-process.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { ServeProcess } from './serve-process.js';
import { openTestRedis, redisUrl } from './test-redis.js';

/** What separate workers promise, on every shared queue. */
function describeWorkerProcesses(name: string, open: () => Promise<Record<string, string>>): void {
  describe(`svc worker processes on ${name}`, () => {
    const env = { AUTH_SECRET: 'a secret of more than 32 characters', JOBS_LEASE_SECONDS: '2', JOBS_WORKER: 'false' };
    let service: ServeProcess;
    let workers: CommandProcess[];
    let startWorker: () => Promise<CommandProcess>;

    beforeAll(async () => {
      const settings = { ...env, ...(await open()) };
      startWorker = () => CommandProcess.start(['worker'], settings, /The worker is ready/);
      service = await ServeProcess.start(settings);
      workers = await Promise.all([startWorker(), startWorker()]);
    });

    afterAll(async () => {
      await Promise.all([service?.stop(), ...(workers ?? []).map((worker) => worker.stop())]);
    });

    const enqueue = (job: object) => service.send('POST', '/jobs/thumbnails', job);

    it.each(['jpeg', 'png', 'webp', 'heic', 'avif'])('render %s', async (format) => {
      const { body } = await enqueue({ width: 32, format });
      expect(await service.finishJob(body['id'])).toMatchObject({ state: 'completed', result: { width: 32, format } });
    });

    it('lose nothing when one of them is killed while it works', async () => {
      const receipts = await Promise.all(
        Array.from({ length: 40 }, (_, index) => enqueue({ width: 256 + index, format: 'avif' })),
      );
      expect(await workers[0]!.stop('SIGKILL')).toBe('SIGKILL');
      const jobs = await Promise.all(receipts.map(({ body }) => service.finishJob(body['id'])));
      expect(jobs).toMatchObject(receipts.map((_, index) => ({ state: 'completed', result: { width: 256 + index } })));
    });

    it('end when asked to, and leave jobs to the next one', async () => {
      expect(await workers[1]!.stop()).toBe(0);
      const { body } = await enqueue({ width: 16 });
      expect((await service.send('GET', `/jobs/thumbnails/${String(body['id'])}`)).body['state']).toBe('waiting');
      workers.push(await startWorker());
      expect(await service.finishJob(body['id'])).toMatchObject({ state: 'completed' });
    });
  });
}

const redis = openTestRedis();
afterAll(redis.cleanUp);
describeWorkerProcesses('Redis', async () => ({ REDIS_URL: redisUrl, REDIS_PREFIX: redis.prefix }));

describe.skipIf(!testDatabaseUrl)('with PostgreSQL alone', () => {
  let drop: (() => Promise<void>) | undefined;
  afterAll(() => drop?.());
  describeWorkerProcesses('PostgreSQL', async () => {
    const schema = await createOwnSchema();
    drop = schema.drop;
    return { DATABASE_URL: schema.url };
  });
});
