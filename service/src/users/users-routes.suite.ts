import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestService } from '../testing/start-test-service.js';

const v2 = { 'X-API-Version': '2' };

/** What the users routes promise on every database; the caller starts a service without users. */
export function describeUsersRoutes(databaseName: string, start: () => Promise<TestService>): void {
  describe(`the users routes on ${databaseName}`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await start();
    });
    afterAll(() => service?.close());

    it('create, read and search in version 1', async () => {
      const created = await service.send('POST', '/users', { name: 'Ada Lovelace', tags: [{ label: 'maths' }] });
      expect(created).toMatchObject({ status: 201, body: { id: expect.any(Number), name: 'Ada Lovelace' } });
      expect(Object.keys(created.body)).toEqual(['id', 'name']);
      expect(await service.send('GET', `/users/${created.body.id}`)).toMatchObject({ status: 200, body: created.body });
      expect((await service.send('GET', '/users?q=LOVE')).body).toEqual([created.body]);
      expect((await service.send('GET', '/users?q=%25')).body).toEqual([]);
      expect((await service.send('GET', '/users?q=_')).body).toEqual([]);
    });

    it('create, read and search with tags and pages in version 2', async () => {
      const created = await service.send('POST', '/users', { name: 'Grace', tags: [{ label: 'navy' }] }, v2);
      expect(created).toMatchObject({ status: 201, body: { name: 'Grace', tags: [{ label: 'navy' }] } });
      expect((await service.send('GET', `/users/${created.body.id}`, undefined, v2)).body).toEqual(created.body);
      await service.send('POST', '/users', { name: 'Grace II' }, v2);
      const first = await service.send('GET', '/users?q=grace&limit=1', undefined, v2);
      expect(first.body).toEqual({ items: [created.body], nextCursor: expect.any(String) });
      const second = await service.send('GET', `/users?q=grace&limit=1&cursor=${first.body.nextCursor}`, undefined, v2);
      expect(second.body).toMatchObject({ items: [{ name: 'Grace II', tags: [] }], nextCursor: null });
    });

    it('refuse a taken name with 409, in both versions', async () => {
      await service.send('POST', '/users', { name: 'Taken' });
      for (const headers of [{}, v2]) {
        expect(await service.send('POST', '/users', { name: 'Taken' }, headers)).toMatchObject({
          status: 409,
          body: { status: 409, code: 'user-name-taken' },
        });
      }
    });

    it('answer 404 for an unknown user, in both versions', async () => {
      for (const headers of [{}, v2]) {
        const answer = await service.send('GET', '/users/9007199254740991', undefined, headers);
        expect(answer).toMatchObject({
          status: 404,
          body: { status: 404, title: 'Not Found', detail: 'Unknown user 9007199254740991.' },
        });
      }
    });

    it('keep names of any script as they are', async () => {
      const name = "Ünïcödé 数学 😀 'quoted' \\ %_";
      const { body } = await service.send('POST', '/users', { name });
      expect((await service.send('GET', `/users/${body.id}`)).body.name).toBe(name);
    });

    it.each([
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: 'x'.repeat(41) }, 'name'],
      [{ name: 7 }, 'name'],
      [{ name: null }, 'name'],
      [{ name: 'nul \0' }, 'name'],
      [{ name: 'half \ud800' }, 'name'],
      [{ name: 'tags', tags: 'x' }, 'tags'],
      [{ name: 'tags', tags: [{}] }, 'tags.0.label'],
      [{ name: 'tags', tags: [{ label: '' }] }, 'tags.0.label'],
      [{ name: 'tags', tags: Array.from({ length: 51 }, () => ({ label: 'x' })) }, 'tags'],
      ['[]', ''],
      ['{', ''],
      ['', ''],
    ])('refuse to create from %j, naming %j', async (body, path) => {
      const before = (await service.send('GET', '/users?limit=50')).body;
      const answer = await service.send('POST', '/users', body);
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toContainEqual(expect.objectContaining({ in: 'body', path }));
      expect((await service.send('GET', '/users?limit=50')).body).toEqual(before);
    });

    it.each(['limit=0', 'limit=51', 'limit=1.5', 'limit=x', 'limit=', 'limit=1&limit=2', 'q=', 'q=%00', 'q=a&q=b'])(
      'refuse to list with %s',
      async (query) => {
        const answer = await service.send('GET', `/users?${query}`);
        expect(answer).toMatchObject({ status: 400, body: { errors: [{ in: 'query', path: query.split('=')[0] }] } });
      },
    );

    it.each(['0', '-1', '9007199254740992', '1e3', 'x', '1.5', '%20'])('refuse to read user %s', async (id) => {
      expect(await service.send('GET', `/users/${id}`)).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'path', path: 'id' }] },
      });
    });

    it.each(['', 'x', 'W10.x', 'x'.repeat(513)])('refuse the cursor %j', async (cursor) => {
      expect(await service.send('GET', `/users?cursor=${cursor}`, undefined, v2)).toMatchObject({
        status: 400,
        body: { errors: [{ in: 'query', path: 'cursor' }] },
      });
    });
  });
}
