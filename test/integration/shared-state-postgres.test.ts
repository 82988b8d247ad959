import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseThrottleStore } from '../../service/src/shared-state/database-throttle-store.js';
import { describeTransactionalIdempotencyStore } from '../../service/src/shared-state/transactional-idempotency-store.suite.js';
import { describeAttemptStore } from '../../service/src/shared-state/throttle-store.suite.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('shared state on PostgreSQL', async () => {
  if (!testDatabaseUrl) return;
  const schema = await createOwnSchema();
  const database = await schema.open();
  let now = Date.UTC(2026, 0, 1);
  const wait = async (ms: number) => {
    now += ms;
  };
  afterAll(async () => {
    await database.onShutdown();
    await schema.drop();
  });

  describeAttemptStore('PostgreSQL', () => new DatabaseThrottleStore({ database, now: () => now }), wait);
  describeTransactionalIdempotencyStore('PostgreSQL', database);

  it('a unit of work whose failed statement was ignored is no success', async () => {
    const work = database.unitOfWork(async (transaction) => {
      await database.sql`select * from missing`.execute(transaction).catch(() => {});
    });
    await expect(work).rejects.toThrow('rolled back');
  });
});
