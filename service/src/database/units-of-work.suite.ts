import { beforeAll, describe, expect, it } from 'vitest';
import type { TransactionalIdempotencyStore } from 'svckit';
import { keysInWork } from '../shared-state/shared-state.js';
import type { Database } from './database.js';

const created = { status: 201, headers: [], body: '' };

/** Transactions of the service inside the transaction of a keyed call, on each database. */
export function describeUnitsOfWork(name: string, database: Database): void {
  let store: TransactionalIdempotencyStore;
  beforeAll(() => {
    store = keysInWork(database);
  });
  const run = (key: string, call: () => Promise<typeof created>) =>
    store.runOnce({ key, fingerprint: 'print', ttlSeconds: 60 }, call);
  const countOf = async (title: string) =>
    (await database.kysely.selectFrom('reports').where('title', '=', title).selectAll().execute()).length;

  describe(`keyed calls on ${name}`, () => {
    it('makes the transactions inside a call part of it, and undoes a failed one alone', async () => {
      const insert = (title: string) =>
        database.transaction(async (transaction) => {
          await transaction.insertInto('reports').values({ title }).execute();
          if (title === 'bad') throw new Error('bad');
        });
      const outcome = await run('nested', async () => {
        const inner = await Promise.allSettled(['good', 'bad', 'better'].map(insert));
        expect(inner.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        return created;
      });
      expect(outcome).toEqual({ state: 'claimed' });
      expect(await Promise.all(['good', 'bad', 'better'].map(countOf))).toEqual([1, 0, 1]);
      await expect(
        run('undone', async () => {
          await insert('undone');
          throw new Error('late');
        }),
      ).rejects.toThrow('late');
      expect(await countOf('undone')).toBe(0);
    });
  });
}
