import { afterAll, beforeAll, describe } from 'vitest';
import { ConfigurationModule } from '../../src/service/configuration/configuration-module.js';
import { startTestService } from '../../src/service/configuration/start-test-service.js';
import { DatabaseModule } from '../../src/service/database/database-module.js';
import { LedgerModule } from '../../src/service/ledger/ledger-module.js';
import { describeLedgerRoutes } from '../../src/service/ledger/ledger-routes-suite.js';
import { UsersModule } from '../../src/service/users/users-module.js';
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
