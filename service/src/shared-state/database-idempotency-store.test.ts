import { afterAll } from 'vitest';
import { DatabaseIdempotencyStore } from './database-idempotency-store.js';
import { describeIdempotencyStore } from './idempotency-store.suite.js';
import { openTestDatabase } from '../testing/open-test-database.js';

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
