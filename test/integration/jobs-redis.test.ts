import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { describeJobQueue, finished, type Sum, type Total } from '../../service/src/jobs/job-queue.suite.js';
import { RedisJobQueue } from '../../service/src/jobs/redis-job-queue.js';
import { openTestRedis } from './test-redis.js';

const redis = openTestRedis();
afterAll(redis.cleanUp);

describeJobQueue('BullMQ', (name, policy) => new RedisJobQueue<Sum, Total>({ name, policy, redis: redis.connection }));

describe('a BullMQ queue', () => {
  it('clears finished jobs when they have been kept long enough, and no others', async () => {
    const policy = { concurrency: 1, attempts: 1, backoffMs: 1, leaseMs: 1_000, keepMs: 500, pollMs: 20 };
    const queue = new RedisJobQueue<Sum, Total>({ name: 'cleared', policy, redis: redis.connection });
    const worker = queue.startWorker(async () => ({ total: 0 }));
    const done = await queue.enqueue({ of: [] });
    await finished(queue, done.id);
    await worker.stop();
    const waiting = await queue.enqueue({ of: [] });
    await queue.clearFinished();
    expect(await queue.find(done.id)).not.toBeNull();
    await sleep(600);
    await queue.clearFinished();
    expect(await queue.find(done.id)).toBeNull();
    expect(await queue.find(waiting.id)).not.toBeNull();
    await queue.close();
  });
});
