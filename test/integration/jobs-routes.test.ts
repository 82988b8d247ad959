import { afterAll, describe } from 'vitest';
import { ConfigurationModule } from '../../service/src/configuration/configuration-module.js';
import { startTestService } from '../../service/src/testing/start-test-service.js';
import { DatabaseModule } from '../../service/src/database/database-module.js';
import { ImagesModule } from '../../service/src/images/images-module.js';
import { JobsModule } from '../../service/src/jobs/jobs-module.js';
import { describeJobsRoutes } from '../../service/src/jobs/jobs-routes.suite.js';
import { RedisModule } from '../../service/src/redis/redis-module.js';
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
