import { afterAll, describe } from 'vitest';
import { ConfigurationModule } from '../../src/service/configuration/configuration-module.js';
import { startTestService } from '../../src/service/configuration/start-test-service.js';
import { DatabaseModule } from '../../src/service/database/database-module.js';
import { ImagesModule } from '../../src/service/images/images-module.js';
import { JobsModule } from '../../src/service/jobs/jobs-module.js';
import { describeJobsRoutes } from '../../src/service/jobs/jobs-routes-suite.js';
import { RedisModule } from '../../src/service/redis/redis-module.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { openTestRedis, redisUrl } from './test-redis.js';

const modules = [ConfigurationModule, DatabaseModule, RedisModule, ImagesModule, JobsModule];

const redis = openTestRedis();
afterAll(redis.cleanUp);
describeJobsRoutes('Redis', () => startTestService(modules, { REDIS_URL: redisUrl, REDIS_PREFIX: redis.prefix }));

describe.skipIf(!testDatabaseUrl)('with PostgreSQL', async () => {
  if (!testDatabaseUrl) return;
  const schema = await createOwnSchema();
  afterAll(schema.drop);
  describeJobsRoutes('PostgreSQL', () =>
    startTestService(modules, { DATABASE_URL: schema.url, AUTH_SECRET: 'x'.repeat(32) }),
  );
});
