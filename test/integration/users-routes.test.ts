import { afterAll, beforeAll, describe } from 'vitest';
import { ConfigurationModule } from '../../src/service/configuration/configuration-module.js';
import { startTestService } from '../../src/service/configuration/start-test-service.js';
import { DatabaseModule } from '../../src/service/database/database-module.js';
import { UsersModule } from '../../src/service/users/users-module.js';
import { describeUsersRoutes } from '../../src/service/users/users-routes-suite.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

const modules = [ConfigurationModule, DatabaseModule, UsersModule];

describe.skipIf(!testDatabaseUrl)('with TEST_DATABASE_URL', () => {
  let schema: OwnSchema;
  beforeAll(async () => {
    schema = await createOwnSchema();
  });
  afterAll(() => schema.drop());

  describeUsersRoutes('PostgreSQL', () =>
    startTestService(modules, {
      DATABASE_URL: schema.url,
      AUTH_SECRET: 'a secret for tests, of at least 32 characters',
    }),
  );
});
