import { afterAll } from 'vitest';
import { DatabaseIdempotencyStore } from './database-idempotency-store.js';
import { describeIdempotencyStore } from './describe-idempotency-store.js';
import { openTestDatabase } from '../jobs/open-test-database.js';

let now = Date.UTC(2026, 0, 1);
const { database, close } = await openTestDatabase();
afterAll(close);

describeIdempotencyStore(
  'SQLite',
  () => new DatabaseIdempotencyStore({ database, now: () => now }),
  async (ms) => {
    now += ms;
  },
);
