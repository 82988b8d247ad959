import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Database } from '../database/database.js';
import { UsersStore } from './users-store.js';

/** What a users store promises on every database; the caller opens one that is empty. */
export function describeUsersStore(databaseName: string, open: () => Promise<Database>): void {
  describe(`the users store on ${databaseName}`, () => {
    let database: Database;
    let store: UsersStore;

    beforeAll(async () => {
      database = await open();
      store = new UsersStore(database);
    });
    beforeEach(() => database.kysely.deleteFrom('users').execute());
    afterAll(() => database?.onShutdown());

    async function create(...names: string[]) {
      for (const name of names) await store.create({ name, tags: [] });
    }

    async function search(q: string) {
      return (await store.search({ q, limit: 50 })).users.map(({ name }) => name);
    }

    it('creates a user with tags and finds it', async () => {
      const user = await store.create({ name: 'Ada', tags: [{ label: 'billing' }] });
      expect(user).toEqual({ id: expect.any(Number), name: 'Ada', tags: [{ label: 'billing' }] });
      expect(await store.find(user!.id)).toEqual(user);
      expect(await store.find(user!.id + 1)).toBeNull();
      expect(await store.find(Number.MAX_SAFE_INTEGER)).toBeNull();
    });

    it('lets one of many concurrent requests take a name', async () => {
      const results = await Promise.all(Array.from({ length: 8 }, () => store.create({ name: 'Ada', tags: [] })));
      expect(results.filter((user) => user !== null)).toHaveLength(1);
      expect(await store.create({ name: 'ada', tags: [] })).not.toBeNull();
    });

    it.each([
      ['%', ['100% Ada']],
      ['_', ['snake_case']],
      ['\\', ['back\\slash']],
      ["'", ["O'Brien"]],
      ['ADA', ['100% Ada']],
      ['élo', ['ÉLODIE']],
      ['ος', ['ΝΙΚΟΣ Α']],
      ['nobody', []],
    ])('takes %j literally and in any case', async (q, names) => {
      await create('100% Ada', 'snake_case', 'back\\slash', "O'Brien", 'ÉLODIE', 'ΝΙΚΟΣ Α', 'plain');
      expect(await search(q)).toEqual(names);
    });

    it('finds every user by every part of the name', async () => {
      const text = fc
        .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
        .filter((name) => !name.includes('\0') && name.length <= 40);
      await fc.assert(
        fc.asyncProperty(text, fc.nat(), fc.nat(), async (name, from, length) => {
          await create(name);
          const letters = [...name];
          const start = from % letters.length;
          const q = letters.slice(start, start + 1 + (length % (letters.length - start))).join('');
          expect(await search(q)).toContain(name);
          await database.kysely.deleteFrom('users').execute();
        }),
        runs(20),
      );
    });

    it('walks over all users in pages', async () => {
      await create('a1', 'a2', 'b', 'a3');
      const first = await store.search({ q: 'a', limit: 2 });
      expect(first).toMatchObject({ users: [{ name: 'a1' }, { name: 'a2' }], hasMore: true });
      const second = await store.search({ q: 'a', limit: 2, after: first.users[1]!.id });
      expect(second).toMatchObject({ users: [{ name: 'a3' }], hasMore: false });
    });
  });
}
