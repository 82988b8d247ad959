import { bullmqWebhookQueue } from '@svckit/stores';
import type { WebhookAttempt, WebhookQueue } from 'svckit/webhooks';
import { RedisJobWorker } from '../jobs/redis-job-worker.js';
import type { RedisConnection } from '../redis/redis-connection.js';

const name = 'webhooks';

/** A process that ends leaves its attempts to the store, which adds them again; a job itself is never repeated. */
const once = { attempts: 1, leaseMs: 60_000 };

/** Attempts as jobs of BullMQ. While Redis is unavailable, what is due waits, and the service works. */
export function redisWebhookQueue(redis: RedisConnection): WebhookQueue {
  const prefix = redis.key('jobs');
  let opened: Promise<WebhookQueue> | undefined;
  const open = async () => {
    const { Queue } = await import('bullmq');
    const queue = new Queue<WebhookAttempt>(name, { connection: await redis.client(), prefix });
    queue.on('error', () => {});
    return bullmqWebhookQueue(queue);
  };
  return {
    add: (attempts) =>
      redis.run(async () => {
        opened ??= open().catch((error: unknown) => {
          opened = undefined;
          throw error;
        });
        await (await opened).add(attempts);
      }),
    start: async (run, concurrency) => {
      const worker = new RedisJobWorker({ queue: name, redis, prefix, policy: { ...once, concurrency } }, run);
      return { close: () => worker.stop() };
    },
  };
}
