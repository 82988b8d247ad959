import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StoredResponse } from 'svckit';
import type { Database } from '../database/database.js';
import { DatabaseIdempotencyStore } from './database-idempotency-store.js';

const created: StoredResponse = {
  status: 201,
  headers: [
    ['content-type', 'application/json'],
    ['x-note', 'ünï'],
  ],
  body: Buffer.from('{"id":1}').toString('base64'),
};
const keyed = (key: string, fingerprint = 'print', ttlSeconds = 60) => ({ key, fingerprint, ttlSeconds });

/** The suite of the idempotency store of each database. */
export function describeTransactionalIdempotencyStore(name: string, database: Database): void {
  let now = Date.UTC(2026, 0, 1);
  let store: DatabaseIdempotencyStore;
  beforeAll(() => {
    store = new DatabaseIdempotencyStore({ database, now: () => now });
  });
  const write = (title: string) => database.kysely.insertInto('reports').values({ title }).execute();
  const countOf = async (title: string) =>
    (await database.kysely.selectFrom('reports').where('title', '=', title).selectAll().execute()).length;

  describe(`${name} as a transactional idempotency store`, () => {
    it('runs the call of a new key, and returns its answer byte for byte afterwards', async () => {
      const call = () => write('new').then(() => created);
      expect(await store.runOnce(keyed('new'), call)).toEqual({ state: 'claimed' });
      const stored = { state: 'stored', fingerprint: 'print', response: created };
      expect(await store.runOnce(keyed('new'), call)).toEqual(stored);
      expect(await store.runOnce(keyed('new', 'other print'), call)).toEqual(stored);
      expect(await countOf('new')).toBe(1);
    });

    it('keeps neither key nor work of a call that rejects', async () => {
      const failing = store.runOnce(keyed('fails'), async () => {
        await write('fails');
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await countOf('fails')).toBe(0);
      expect(await store.runOnce(keyed('fails'), async () => created)).toEqual({ state: 'claimed' });
    });

    it('keeps the work without the key of an answer that is not kept', async () => {
      for (let time = 0; time < 2; time += 1)
        expect(await store.runOnce(keyed('large'), () => write('large').then(() => null))).toEqual({
          state: 'claimed',
        });
      expect(await countOf('large')).toBe(2);
    });

    it('makes the transactions inside a call part of it, and undoes a failed one alone', async () => {
      const insert = (title: string) =>
        database.transaction(async (transaction) => {
          await transaction.insertInto('reports').values({ title }).execute();
          if (title === 'bad') throw new Error('bad');
        });
      const outcome = await store.runOnce(keyed('nested'), async () => {
        const inner = await Promise.allSettled(['good', 'bad', 'better'].map(insert));
        expect(inner.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        return created;
      });
      expect(outcome).toEqual({ state: 'claimed' });
      expect(await Promise.all(['good', 'bad', 'better'].map(countOf))).toEqual([1, 0, 1]);
      await expect(
        store.runOnce(keyed('undone'), async () => {
          await insert('undone');
          throw new Error('late');
        }),
      ).rejects.toThrow('late');
      expect(await countOf('undone')).toBe(0);
    });

    it('runs one of many calls at once', async () => {
      const claims = await Promise.all(
        Array.from({ length: 30 }, () =>
          store.runOnce(keyed('race'), async () => {
            await write('race');
            await sleep(20);
            return created;
          }),
        ),
      );
      expect(claims.filter(({ state }) => state === 'claimed')).toHaveLength(1);
      expect(await countOf('race')).toBe(1);
    });

    it('forgets an answer when its time to live ends', async () => {
      await store.runOnce(keyed('old', 'print', 1), async () => created);
      now += 1_100;
      expect(await store.runOnce(keyed('old', 'another'), async () => created)).toEqual({ state: 'claimed' });
      expect(await store.runOnce(keyed('old', 'another'), async () => created)).toMatchObject({ state: 'stored' });
    });

    it('leaves work that outlives the call outside of it', async () => {
      let late: Promise<unknown> | undefined;
      const failing = store.runOnce(keyed('background'), async () => {
        late = sleep(100).then(() => write('background'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await late;
      expect(await countOf('background')).toBe(1);
    });
  });
}
