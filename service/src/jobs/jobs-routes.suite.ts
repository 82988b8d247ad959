import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, TestService } from '../testing/start-test-service.js';

const path = ({ body }: Answer) => `/jobs/thumbnails/${String(body.id)}`;

/** What the job routes promise on every queue. */
export function describeJobsRoutes(name: string, start: () => Promise<TestService>): void {
  describe(`the job routes on ${name}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await start();
    });
    afterAll(() => service?.close());

    async function finish(receipt: Answer): Promise<unknown> {
      for (let tries = 0; tries < 500; tries += 1) {
        const { body } = await service.send('GET', path(receipt));
        const { state } = body as unknown as { state: string };
        if (state === 'completed' || state === 'failed') return body;
        await sleep(20);
      }
      throw new Error('The job did not finish.');
    }

    it('answer at once, and show the result once the thumbnail is rendered', async () => {
      const receipt = await service.send('POST', '/jobs/thumbnails', { width: 32, format: 'png' });
      expect(receipt).toMatchObject({
        status: 201,
        body: { id: expect.any(String), queue: 'thumbnails', state: 'waiting' },
      });
      expect(await finish(receipt)).toEqual({
        id: receipt.body.id,
        state: 'completed',
        result: {
          width: 32,
          height: expect.any(Number),
          format: 'png',
          mimeType: 'image/png',
          bytes: expect.any(Number),
        },
        failedReason: null,
      });
    });

    it('render 128 pixels of WebP when nothing is asked for', async () => {
      const receipt = await service.send('POST', '/jobs/thumbnails', {});
      expect(await finish(receipt)).toMatchObject({
        state: 'completed',
        result: { width: 128, format: 'webp', mimeType: 'image/webp' },
      });
    });

    it('work many jobs', async () => {
      const receipts = await Promise.all(
        Array.from({ length: 20 }, (_, index) => service.send('POST', '/jobs/thumbnails', { width: 16 + index })),
      );
      const results = await Promise.all(receipts.map(finish));
      expect(results).toMatchObject(
        receipts.map(({ body }, index) => ({ id: body.id, state: 'completed', result: { width: 16 + index } })),
      );
    });

    const watch = (receipt: Answer, headers: Record<string, string> = {}) =>
      fetch(`${service.url}/api${path(receipt)}/events`, { headers });

    it('send an event for each state of a job, and end with the final one', async () => {
      const receipt = await service.send('POST', '/jobs/thumbnails', { width: 24 });
      const answer = await watch(receipt);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
      const text = await answer.text();
      const states = [...text.matchAll(/^id: (.+)$/gm)].map((match) => match[1]);
      expect(states).toEqual(['waiting', 'active', 'completed'].filter((state) => states.includes(state)));
      const last = text.trim().split('\n').at(-1)!;
      expect(JSON.parse(last.slice('data: '.length))).toEqual(await finish(receipt));
    });

    it('ask a client that has seen the final state not to reconnect', async () => {
      const receipt = await service.send('POST', '/jobs/thumbnails', { width: 25 });
      await finish(receipt);
      expect(await (await watch(receipt)).text()).toMatch(/^id: completed\ndata: \{.*\}\n\n$/);
      expect((await watch(receipt, { 'last-event-id': 'completed' })).status).toBe(204);
      expect((await watch(receipt, { 'last-event-id': 'waiting' })).status).toBe(200);
    });

    it('answer 404 for the events of an unknown job', async () => {
      expect(await service.send('GET', '/jobs/thumbnails/nothing/events')).toMatchObject({
        status: 404,
        body: { title: 'Not Found' },
      });
    });

    it.each([
      [{ width: 0 }, 'width'],
      [{ width: 1_025 }, 'width'],
      [{ width: 1.5 }, 'width'],
      [{ width: '32' }, 'width'],
      [{ width: null }, 'width'],
      [{ format: 'gif' }, 'format'],
      [{ format: 'PNG' }, 'format'],
      [{ format: 7 }, 'format'],
      [{ height: 32 }, ''],
      ['[]', ''],
      ['null', ''],
    ])('refuse %j, naming %j', async (body, path) => {
      expect(await service.send('POST', '/jobs/thumbnails', body)).toMatchObject({
        status: 400,
        body: { errors: [{ path }] },
      });
    });

    it.each(['{', ''])('refuse the malformed body %j', async (body) => {
      expect((await service.send('POST', '/jobs/thumbnails', body)).status).toBe(400);
    });

    it.each([
      '00000000-0000-4000-8000-000000000000',
      'nothing',
      '1',
      'meta',
      '..%2Fx',
      'a%00b',
      'x'.repeat(2_000),
      '%F0%9F%98%80',
    ])('answer 404 for the unknown id %s', async (id) => {
      expect(await service.send('GET', `/jobs/thumbnails/${id}`)).toMatchObject({
        status: 404,
        body: { title: 'Not Found' },
      });
    });
  });
}
