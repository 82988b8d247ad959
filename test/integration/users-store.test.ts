import { afterAll, beforeAll, describe } from 'vitest';
import { describeUsersStore } from '../../service/src/users/users-store.suite.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

describe.skipIf(!testDatabaseUrl)('with TEST_DATABASE_URL', () => {
  let schema: OwnSchema;
  beforeAll(async () => {
    schema = await createOwnSchema();
  });
  afterAll(() => schema.drop());

  describeUsersStore('PostgreSQL', () => schema.open());
});
