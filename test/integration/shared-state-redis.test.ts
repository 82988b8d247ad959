import { afterAll } from 'vitest';
import { describeIdempotencyStore } from '../../service/src/shared-state/idempotency-store.suite.js';
import { describeAttemptStore } from '../../service/src/shared-state/throttle-store.suite.js';
import { RedisIdempotencyStore } from '../../service/src/shared-state/redis-idempotency-store.js';
import { RedisThrottleStore } from '../../service/src/shared-state/redis-throttle-store.js';
import { openTestRedis } from './test-redis.js';

const redis = openTestRedis();
afterAll(redis.cleanUp);

describeAttemptStore('Redis', () => new RedisThrottleStore(redis.connection));
describeIdempotencyStore('Redis', () => new RedisIdempotencyStore(redis.connection));
