import { afterEach, describe } from 'vitest';
import { DatabaseUsageStore } from '../../service/src/usage/database-usage-store.js';
import { describeUsageStore } from '../../service/src/usage/usage-store.suite.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('usage on PostgreSQL', () => {
  let close = async () => {};
  afterEach(() => close());

  describeUsageStore('PostgreSQL', async () => {
    const schema = await createOwnSchema();
    const database = await schema.open();
    close = async () => {
      await database.onShutdown();
      await schema.drop();
    };
    return new DatabaseUsageStore({ database });
  });
});
