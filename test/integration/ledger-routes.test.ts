import { afterAll, beforeAll, describe } from 'vitest';
import { ConfigurationModule } from '../../service/src/configuration/configuration-module.js';
import { startTestService } from '../../service/src/testing/start-test-service.js';
import { DatabaseModule } from '../../service/src/database/database-module.js';
import { LedgerModule } from '../../service/src/ledger/ledger-module.js';
import { describeLedgerRoutes } from '../../service/src/ledger/ledger-routes.suite.js';
import { UsersModule } from '../../service/src/users/users-module.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

const modules = [ConfigurationModule, DatabaseModule, UsersModule, LedgerModule];

describe.skipIf(!testDatabaseUrl)('with TEST_DATABASE_URL', () => {
  let schema: OwnSchema;
  beforeAll(async () => {
    schema = await createOwnSchema();
  });
  afterAll(() => schema.drop());

  describeLedgerRoutes('PostgreSQL', () =>
    startTestService(modules, {
      DATABASE_URL: schema.url,
      AUTH_SECRET: 'a secret for tests, of at least 32 characters',
    }),
  );
});
