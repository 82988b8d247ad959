import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../testing/open-test-database.js';
import { DatabaseIdempotencyStore } from './database-idempotency-store.js';
import { describeTransactionalIdempotencyStore } from './transactional-idempotency-store.suite.js';

const { database, close } = await openTestDatabase();
afterAll(close);

describeTransactionalIdempotencyStore('SQLite', database);

it('a synchronous transaction inside a keyed call is part of it', async () => {
  const store = new DatabaseIdempotencyStore({ database });
  const insert = database.kysely.insertInto('reports').values({ title: 'at once' }).compile();
  const failing = store.runOnce({ key: 'at once', fingerprint: 'print', ttlSeconds: 60 }, async () => {
    await database.synchronousTransaction((run) => run(insert));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.kysely.selectFrom('reports').where('title', '=', 'at once').selectAll().execute()).toEqual([]);
});
