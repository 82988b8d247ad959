import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startWholeServiceForTest } from '../../service/src/testing/start-whole-service.js';
import { startReceiver } from '../../src/webhooks/testing/receiver.js';
import { OwnRedis } from './own-redis.js';
import { openTestRedis, redisUrl } from './test-redis.js';

/** The service with an endpoint that gets notes. */
async function startWithEndpoint(env: Readonly<Record<string, string>>) {
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const service = await startWholeServiceForTest({ WEBHOOKS_EGRESS: '127.0.0.1', ...env });
  const authorization = `Bearer ${await service.signUp()}`;
  const endpoint = { url: receiver.url, events: ['note.created'] };
  expect((await service.send('POST', '/webhooks/endpoints', endpoint, { authorization })).status).toBe(201);
  const texts = () => receiver.received.map(({ body }) => (JSON.parse(body) as { text: string }).text);
  return { service, texts };
}

describe('webhooks of the service with REDIS_URL', () => {
  it('are sent by jobs of BullMQ', async () => {
    const { connection, prefix, cleanUp } = openTestRedis();
    onTestFinished(cleanUp);
    const { service, texts } = await startWithEndpoint({ REDIS_URL: redisUrl, REDIS_PREFIX: prefix });
    for (const text of ['a', 'b', 'c']) await service.send('POST', '/notes', { text });
    await expect.poll(() => texts().toSorted()).toEqual(['a', 'b', 'c']);
    const client = await connection.client();
    expect(await client.exists(`${prefix}:jobs:webhooks:meta`)).toBe(1);
    // A finished attempt leaves no job: the store has its history.
    await expect.poll(async () => client.keys(`${prefix}:jobs:webhooks:dlv_*`)).toEqual([]);
  });

  it('wait while Redis is away, in a service that works', async () => {
    const redis = await OwnRedis.start();
    onTestFinished(() => redis.kill());
    const { service, texts } = await startWithEndpoint({ REDIS_URL: redis.url, REDIS_PREFIX: randomUUID() });
    await redis.kill();
    expect((await service.send('POST', '/notes', { text: 'meanwhile' })).status).toBe(201);
    await redis.start();
    await expect.poll(texts, { timeout: 200_000 }).toEqual(['meanwhile']);
  });

  it('wait in a service that never sees Redis, which starts and ends', async () => {
    const { service, texts } = await startWithEndpoint({
      REDIS_URL: 'redis://127.0.0.1:9',
      REDIS_PREFIX: randomUUID(),
    });
    expect((await service.send('POST', '/notes', { text: 'waiting' })).status).toBe(201);
    expect(texts()).toEqual([]);
    await service.close();
  });
});
