import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../testing/start-test-service.js';

/** What the cache routes promise on every backend. */
export function describeCacheRoutes(backend: 'memory' | 'redis', start: () => Promise<TestService>): void {
  describe(`the cache routes on ${backend}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await start();
    });
    afterAll(() => service?.close());

    it('name the backend, and say that it is reachable', async () => {
      expect(await service.send('GET', '/cache')).toMatchObject({ status: 200, body: { backend, reachable: true } });
    });

    it('store, read and delete an entry', async () => {
      expect(await service.send('PUT', '/cache/a', { data: { cart: [1, { two: null }] } })).toMatchObject({
        status: 200,
        body: { id: 'a', ttl: 60, visits: 1 },
      });
      expect((await service.send('GET', '/cache/a')).body).toEqual({
        id: 'a',
        data: { cart: [1, { two: null }] },
        ttl: expect.any(Number),
      });
      expect((await service.send('PUT', '/cache/a', { data: {}, ttl: 3_600 })).body).toEqual({
        id: 'a',
        ttl: 3_600,
        visits: 3,
      });
      expect(await service.send('DELETE', '/cache/a')).toMatchObject({ status: 200, body: { removed: true } });
      expect((await service.send('DELETE', '/cache/a')).body).toEqual({ removed: false });
    });

    it('answer 404 for an id that holds nothing', async () => {
      expect(await service.send('GET', '/cache/nobody')).toMatchObject({
        status: 404,
        body: { status: 404, title: 'Not Found', detail: expect.stringContaining('"nobody"') },
      });
    });

    it.each(['x'.repeat(80), 'ü 数 😀', 'a/b?c#d', '..%2f', '__proto__', '*'])('take %j as an id', async (id) => {
      const path = `/cache/${encodeURIComponent(id)}`;
      expect((await service.send('PUT', path, { data: { id } })).body).toMatchObject({ id, visits: 1 });
      expect((await service.send('GET', path)).body).toMatchObject({ id, data: { id } });
      expect((await service.send('DELETE', path)).body).toEqual({ removed: true });
    });

    it.each(['GET', 'PUT', 'DELETE'])('refuse an id of 81 characters on %s', async (method) => {
      const answer = await service.send(
        method,
        `/cache/${'x'.repeat(81)}`,
        method === 'PUT' ? { data: {} } : undefined,
      );
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'id' }] } });
    });

    it.each([
      [{}, 'data'],
      [{ data: null }, 'data'],
      [{ data: [] }, 'data'],
      [{ data: 'text' }, 'data'],
      [{ data: 7 }, 'data'],
      [{ data: {}, ttl: 0 }, 'ttl'],
      [{ data: {}, ttl: 3_601 }, 'ttl'],
      [{ data: {}, ttl: 1.5 }, 'ttl'],
      [{ data: {}, ttl: '60' }, 'ttl'],
      [{ data: {}, ttl: null }, 'ttl'],
      ['[]', ''],
      ['"text"', ''],
    ])('refuse to store %j, naming %j, and store nothing', async (body, path) => {
      const answer = await service.send('PUT', '/cache/refused', body);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path }] } });
      expect((await service.send('GET', '/cache/refused')).status).toBe(404);
    });

    it.each(['{', '', '{"data":'])('refuse the malformed body %j', async (body) => {
      expect((await service.send('PUT', '/cache/refused', body)).status).toBe(400);
    });

    it('refuse a body of another type', async () => {
      expect((await service.send('PUT', '/cache/refused', 'data=1', { 'Content-Type': 'text/plain' })).status).toBe(
        415,
      );
    });

    it('refuse another method', async () => {
      expect((await service.send('POST', '/cache/a', { data: {} })).status).toBe(405);
    });
  });
}
