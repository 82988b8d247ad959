import { afterAll, beforeAll, describe } from 'vitest';
import { describeLedgerStore } from '../../service/src/ledger/ledger-store.suite.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('with TEST_DATABASE_URL', () => {
  let schema: OwnSchema;
  beforeAll(async () => {
    schema = await createOwnSchema();
  });
  afterAll(() => schema.drop());

  describeLedgerStore('PostgreSQL', () => schema.open());
});
