import { afterAll } from 'vitest';
import { redisUsageStore } from '@svckit/stores';
import { keysInRedis, throttleIn } from '../../service/src/shared-state/shared-state.js';
import { describeIdempotencyStore } from '../../stores/src/testing/idempotency-store.suite.js';
import { describeAttemptStore } from '../../stores/src/testing/throttle-store.suite.js';
import { describeClaims, describeUsageStore } from '../../stores/src/testing/usage-store.suite.js';
import { openTestRedis } from './test-redis.js';

const redis = openTestRedis();
afterAll(redis.cleanUp);

let opened = 0;
describeAttemptStore('Redis', () => throttleIn(redis.connection));
describeIdempotencyStore('Redis', () => keysInRedis(redis.connection));
const openUsage = () =>
  redisUsageStore(() => redis.connection.client(), { prefix: `${redis.prefix}:${(opened += 1)}` });
describeUsageStore('Redis', openUsage);
describeClaims('Redis', openUsage);
