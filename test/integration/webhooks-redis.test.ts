import { randomBytes } from 'node:crypto';
import { bullmqWebhookQueue } from '@svckit/stores';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bookAdded } from '../../fixtures/webhooks/svc.config.js';
import { book, openWebhooks } from '../../src/webhooks/testing/open-webhooks.js';
import { startReceiver } from '../../src/webhooks/testing/receiver.js';
import { redisUrl } from './test-redis.js';

describe('webhooks through BullMQ', () => {
  const subject = 'tenant-1';
  const events = ['book.added'];

  /** One process of several on a queue; the store stands for their database. */
  async function openQueue(name: string) {
    const connection = new Redis(redisUrl, { maxRetriesPerRequest: null });
    const queue = new Queue(name, { connection, prefix: 'svckit-test' });
    onTestFinished(async () => {
      await queue.obliterate({ force: true }).catch(() => {});
      await queue.close();
      connection.disconnect();
    });
    return bullmqWebhookQueue(queue);
  }

  it('are each sent once by one of the processes that deliver, and again where they failed', async () => {
    const receiver = await startReceiver(500, 204);
    onTestFinished(receiver.close);
    const name = `webhooks-${randomBytes(6).toString('hex')}`;
    const first = await openWebhooks({ queue: await openQueue(name) });
    const { store } = first;
    const second = await openWebhooks({ store, queue: await openQueue(name) });
    await first.webhooks.endpoints.create({ subject, url: receiver.url, events, version: '1' });
    for (let index = 0; index < 30; index += 1)
      await first.webhooks.publish(bookAdded, { ...book, id: index }, { subject });
    const states = async () => (await first.webhooks.deliveries.list({ subject })).map(({ state }) => state);
    await expect.poll(async () => (await states()).filter((state) => state === 'delivered').length).toBe(29);
    for (const { clock } of [first, second]) clock.now += 3_600_000;
    await expect.poll(async () => (await states()).every((state) => state === 'delivered')).toBe(true);
    expect(receiver.received).toHaveLength(31);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  });

  it('lose nothing with the jobs of the queue: the store adds what is due again', async () => {
    const receiver = await startReceiver(204);
    onTestFinished(receiver.close);
    const lost = { add: async () => {}, start: async () => ({ close: async () => {} }) };
    const first = await openWebhooks({ queue: lost });
    await first.webhooks.endpoints.create({ subject, url: receiver.url, events });
    await first.webhooks.publish(bookAdded, book, { subject });
    await expect.poll(() => first.webhooks.deliveries.list({ subject })).toMatchObject([{ state: 'sending' }]);
    await first.close();
    const second = await openWebhooks({
      store: first.store,
      queue: await openQueue(`webhooks-${randomBytes(6).toString('hex')}`),
    });
    expect(receiver.received).toEqual([]);
    second.clock.now += 61_000;
    await expect.poll(() => receiver.received.length).toBe(1);
  });
});
