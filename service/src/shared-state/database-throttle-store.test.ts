import { afterAll } from 'vitest';
import { DatabaseThrottleStore } from './database-throttle-store.js';
import { describeAttemptStore } from './throttle-store.suite.js';
import { openTestDatabase } from '../testing/open-test-database.js';

let now = Date.UTC(2026, 0, 1);
const { database, close } = await openTestDatabase();
afterAll(close);

describeAttemptStore(
  'SQLite',
  () => new DatabaseThrottleStore({ database, now: () => now }),
  async (ms) => {
    now += ms;
  },
);
