import type { Queue } from 'bullmq';
import type { WebhookAttempt, WebhookQueue } from 'svckit/webhooks';

/**
 * Runs attempts of webhooks as jobs of a BullMQ queue, by every process that delivers. What is due, and who has it, stays in the store: a queue that loses
 * its jobs loses no event.
 */
export function bullmqWebhookQueue(queue: Queue<WebhookAttempt>): WebhookQueue {
  return {
    async add(attempts) {
      if (attempts.length === 0) return;
      const jobs = attempts.map((data) => ({
        name: 'attempt' as const,
        data,
        // One job for each lease of a delivery; the store has its history.
        opts: { jobId: `${data.delivery}-${data.lease}`, attempts: 1, removeOnComplete: true, removeOnFail: true },
      }));
      await queue.addBulk(jobs as never);
    },
    async start(run, concurrency) {
      const { Worker } = await import('bullmq');
      const { connection, prefix } = queue.opts;
      const worker = new Worker<WebhookAttempt>(queue.name, async ({ data }) => run(data), {
        connection,
        concurrency,
        ...(prefix !== undefined && { prefix }),
      });
      // A lost connection is opened again by itself, and the store adds what was due meanwhile.
      worker.on('error', () => {});
      await worker.waitUntilReady();
      return { close: () => worker.close() };
    },
  };
}
