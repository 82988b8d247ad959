import { afterEach } from 'vitest';
import { openTestDatabase } from '../testing/open-test-database.js';
import { DatabaseUsageStore } from './database-usage-store.js';
import { describeUsageStore } from './usage-store.suite.js';

let close = async () => {};
afterEach(() => close());

describeUsageStore('SQLite', async () => {
  const opened = await openTestDatabase();
  close = opened.close;
  return new DatabaseUsageStore({ database: opened.database });
});
