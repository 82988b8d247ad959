import { afterAll, expect, it } from 'vitest';
import { keysInWork } from '../shared-state/shared-state.js';
import { openTestDatabase } from '../testing/open-test-database.js';
import { describeUnitsOfWork } from './units-of-work.suite.js';

const { database, close } = await openTestDatabase();
afterAll(close);

describeUnitsOfWork('SQLite', database);

it('a synchronous transaction inside a keyed call is part of it', async () => {
  const insert = database.kysely.insertInto('reports').values({ title: 'at once' }).compile();
  const failing = keysInWork(database).runOnce({ key: 'at once', fingerprint: 'print', ttlSeconds: 60 }, async () => {
    await database.synchronousTransaction((run) => run(insert));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await database.kysely.selectFrom('reports').where('title', '=', 'at once').selectAll().execute()).toEqual([]);
});
