import { afterAll } from 'vitest';
import { describeCacheStore } from '../../service/src/cache/cache-store.suite.js';
import { RedisCacheStore } from '../../service/src/cache/redis-cache-store.js';
import { openTestRedis } from './test-redis.js';

const redis = openTestRedis();
afterAll(redis.cleanUp);

describeCacheStore('Redis', () => new RedisCacheStore(redis.connection));
