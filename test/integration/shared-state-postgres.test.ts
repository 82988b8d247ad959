import { afterAll, describe, expect, it } from 'vitest';
import { describeUnitsOfWork } from '../../service/src/database/units-of-work.suite.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('shared state on PostgreSQL', async () => {
  if (!testDatabaseUrl) return;
  const schema = await createOwnSchema();
  const database = await schema.open();
  afterAll(async () => {
    await database.onShutdown();
    await schema.drop();
  });

  describeUnitsOfWork('PostgreSQL', database);

  it('a unit of work whose failed statement was ignored is no success', async () => {
    const work = database.unitOfWork(async (transaction) => {
      await database.sql`select * from missing`.execute(transaction).catch(() => {});
    });
    await expect(work).rejects.toThrow('rolled back');
  });
});
