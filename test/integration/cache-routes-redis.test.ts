import { afterAll } from 'vitest';
import { CacheModule } from '../../src/service/cache/cache-module.js';
import { describeCacheRoutes } from '../../src/service/cache/cache-routes-suite.js';
import { ConfigurationModule } from '../../src/service/configuration/configuration-module.js';
import { startTestService } from '../../src/service/configuration/start-test-service.js';
import { RedisModule } from '../../src/service/redis/redis-module.js';
import { openTestRedis, redisUrl } from './test-redis.js';

const redis = openTestRedis();
afterAll(redis.cleanUp);

describeCacheRoutes('redis', () =>
  startTestService([ConfigurationModule, RedisModule, CacheModule], {
    REDIS_URL: redisUrl,
    REDIS_PREFIX: redis.prefix,
  }),
);
