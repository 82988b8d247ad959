import { afterAll, describe } from 'vitest';
import { DatabaseIdempotencyStore } from '../../service/src/shared-state/database-idempotency-store.js';
import { DatabaseThrottleStore } from '../../service/src/shared-state/database-throttle-store.js';
import { describeIdempotencyStore } from '../../service/src/shared-state/idempotency-store.suite.js';
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
  describeIdempotencyStore('PostgreSQL', () => new DatabaseIdempotencyStore({ database, now: () => now }), wait);
});
