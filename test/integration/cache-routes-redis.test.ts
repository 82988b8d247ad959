import { afterAll } from 'vitest';
import { CacheModule } from '../../service/src/cache/cache-module.js';
import { describeCacheRoutes } from '../../service/src/cache/cache-routes.suite.js';
import { ConfigurationModule } from '../../service/src/configuration/configuration-module.js';
import { startTestService } from '../../service/src/testing/start-test-service.js';
import { RedisModule } from '../../service/src/redis/redis-module.js';
import { openTestRedis, redisUrl } from './test-redis.js';

const redis = openTestRedis();
afterAll(redis.cleanUp);

describeCacheRoutes('redis', () =>
  startTestService([ConfigurationModule, RedisModule, CacheModule], {
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redis.prefix,
  }),
);
