import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OwnRedis } from './own-redis.js';
import { quickest } from './quickest.js';
import { type JsonAnswer, ServeProcess } from './serve-process.js';

/** The answer of a request that does not wait for Redis. */
async function sentAtOnce(send: () => Promise<JsonAnswer>): Promise<JsonAnswer> {
  const { value, ms } = await quickest(1_000, send);
  expect(ms).toBeLessThan(1_000);
  return value;
}

describe('the service while Redis is down', () => {
  let redis: OwnRedis;
  let service: ServeProcess;
  let token: unknown;

  beforeAll(async () => {
    redis = await OwnRedis.start();
    service = await ServeProcess.start({ REDIS_URL: redis.url });
    const account = { name: 'Ada', email: 'ada@example.com', password: 'a long enough password' };
    const signedUp = await service.send('POST', '/auth/sign-up/email', account, { Origin: service.url });
    token = signedUp.body['token'];
    expect((await service.send('PUT', '/cache/kept', { data: {} })).status).toBe(200);
    await redis.kill();
  });

  afterAll(async () => {
    await service?.stop();
    await redis?.kill();
  });

  it.each([
    ['GET', '/cache/kept', undefined],
    ['PUT', '/cache/kept', { data: {} }],
    ['DELETE', '/cache/kept', undefined],
    ['POST', '/jobs/thumbnails', {}],
    ['GET', '/jobs/thumbnails/00000000-0000-4000-8000-000000000000', undefined],
  ])('answers %s %s with a clear 503 within a second', async (method, path, body) => {
    const answer = await sentAtOnce(() => service.send(method, path, body));
    expect(answer).toMatchObject({
      status: 503,
      body: {
        title: 'Service Unavailable',
        detail: expect.stringContaining('not reachable right now'),
        code: expect.stringMatching(/^(cache|queue)-unavailable$/),
      },
    });
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  it('reports it in the status of the cache', async () => {
    expect((await service.send('GET', '/cache')).body).toMatchObject({
      backend: 'redis',
      reachable: false,
      note: expect.any(String),
    });
  });

  it.each([
    ['GET', '/users', undefined, 200],
    ['POST', '/users', { name: 'Grace' }, 201],
    ['POST', '/ledger', { memo: 'keyed', amount: 1 }, 201, { 'Idempotency-Key': 'outage' }],
    ['GET', '/ledger/page', undefined, 200],
    ['PUT', '/files/object?key=a.txt', { content: 'a' }, 200],
    ['GET', '/files/object?key=a.txt', undefined, 200],
    ['GET', '/images/metadata', undefined, 200],
    ['GET', '/notes', undefined, 200],
    ['GET', '/limits/burst', undefined, 200],
    ['GET', '/limits/default', undefined, 200],
    ['GET', '/trace', undefined, 200],
    ['GET', '/health/live', undefined, 200],
    ['GET', '/health/ready', undefined, 200],
    ['GET', '/openapi.json', undefined, 200],
    ['GET', '/profile/anonymous', undefined, 200],
  ])('serves %s %s as ever', async (method, path, body, status, headers: Record<string, string> = {}) => {
    const answer = await sentAtOnce(() => service.send(method, path, body, headers));
    expect(answer.status).toBe(status);
  });

  it('knows who is signed in, and lets people sign in', async () => {
    const bearer = { Authorization: `Bearer ${String(token)}` };
    expect(await service.send('GET', '/profile', undefined, bearer)).toMatchObject({
      status: 200,
      body: { email: 'ada@example.com' },
    });
    const account = { email: 'ada@example.com', password: 'a long enough password' };
    expect((await service.send('POST', '/auth/sign-in/email', account, { Origin: service.url })).status).toBe(200);
  });

  it('works with Redis again by itself', async () => {
    await redis.start();
    let answer: JsonAnswer;
    do {
      await sleep(50);
      answer = await service.send('PUT', '/cache/back', { data: { back: true } });
    } while (answer.status === 503);
    expect(answer.body).toMatchObject({ id: 'back', visits: 1 });
    let job = await service.send('POST', '/jobs/thumbnails', { width: 16 });
    const { id } = job.body;
    do {
      await sleep(50);
      job = await service.send('GET', `/jobs/thumbnails/${String(id)}`);
    } while (job.body['state'] === 'waiting' || job.body['state'] === 'active');
    expect(job.body).toMatchObject({ state: 'completed' });
  });

  it('stops in time while Redis is down', async () => {
    await redis.kill();
    await sleep(200);
    expect(await service.stop()).toBe(0);
  });
});

it('the service starts while Redis is down, and uses it once it is up', async () => {
  const redis = await OwnRedis.start();
  await redis.kill();
  const service = await ServeProcess.start({ REDIS_URL: redis.url });
  expect((await service.send('GET', '/cache/a')).status).toBe(503);
  await redis.start();
  while ((await service.send('PUT', '/cache/a', { data: {} })).status !== 200) await sleep(50);
  await service.stop();
  await redis.kill();
});
