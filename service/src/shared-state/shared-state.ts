import { type IdempotencyStore, provide, token } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';
import { Database } from '../database/database.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { REDIS } from '../redis/redis.js';
import type { AttemptStore } from './attempt-store.js';
import { DatabaseIdempotencyStore } from './database-idempotency-store.js';
import { DatabaseThrottleStore } from './database-throttle-store.js';
import { RedisIdempotencyStore } from './redis-idempotency-store.js';
import { RedisThrottleStore } from './redis-throttle-store.js';

/** The stores of createApp's `throttle` and `idempotency`; by default the app's in-process stores. */
export interface SharedState {
  readonly throttle?: AttemptStore;
  readonly idempotency?: IdempotencyStore;
}

export interface SharedStateChoice {
  readonly SHARED_STATE: 'auto' | 'memory' | 'database' | 'redis';
  readonly DATABASE_URL?: string | undefined;
}

/** Chooses where limits and idempotency keys live; throws when Redis is named but not configured. */
export function chooseSharedState(
  { SHARED_STATE: wanted, DATABASE_URL }: SharedStateChoice,
  redis: RedisConnection | null,
  database: Pick<Database, 'kysely'>,
): SharedState {
  const place =
    wanted !== 'auto' ? wanted : redis !== null ? 'redis' : DATABASE_URL !== undefined ? 'database' : 'memory';
  if (place === 'memory') return {};
  if (place === 'database') {
    return {
      throttle: new DatabaseThrottleStore({ database }),
      idempotency: new DatabaseIdempotencyStore({ database }),
    };
  }
  if (redis === null)
    throw new Error('SHARED_STATE is redis, but REDIS_URL is not set. Set REDIS_URL, or SHARED_STATE=database.');
  return { throttle: new RedisThrottleStore(redis), idempotency: new RedisIdempotencyStore(redis) };
}

export const SHARED_STATE = token<SharedState>('SHARED_STATE');

export const provideSharedState = provide(SHARED_STATE, {
  useFactory: chooseSharedState,
  inject: [SETTINGS, REDIS, Database],
});
