import {
  type AttemptStore,
  redisIdempotencyStore,
  redisThrottleStore,
  sqlIdempotencyStore,
  sqlThrottleStore,
  type StoresTables,
} from '@svckit/stores';
import { type IdempotencyStore, provide, token, type TransactionalIdempotencyStore } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';
import { Database } from '../database/database.js';
import type { RedisConnection } from '../redis/redis-connection.js';
import { REDIS } from '../redis/redis.js';

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends StoresTables {}
}

/** The stores of createApp's `throttle` and `idempotency`; without one, the app's in-process store. */
export interface SharedState {
  readonly throttle?: AttemptStore;
  readonly idempotency?: IdempotencyStore | TransactionalIdempotencyStore;
}

type SharedDatabase = Pick<Database, 'kysely' | 'unitOfWork'>;

export interface SharedStateChoice {
  readonly SHARED_STATE: 'auto' | 'memory' | 'database' | 'redis';
  readonly DATABASE_URL?: string | undefined;
}

/** Chooses where limits and idempotency keys live: keys beside what handlers write, by default. Throws when Redis is named but not configured. */
export function chooseSharedState(
  { SHARED_STATE: wanted, DATABASE_URL }: SharedStateChoice,
  redis: RedisConnection | null,
  database: SharedDatabase,
): SharedState {
  const limits =
    wanted !== 'auto' ? wanted : redis !== null ? 'redis' : DATABASE_URL !== undefined ? 'database' : 'memory';
  return { ...limitsIn(limits, redis, database), ...keysIn(wanted === 'auto' ? 'database' : wanted, redis, database) };
}

type Place = Exclude<SharedStateChoice['SHARED_STATE'], 'auto'>;

function limitsIn(
  place: Place,
  redis: RedisConnection | null,
  database: SharedDatabase,
): Pick<SharedState, 'throttle'> {
  if (place === 'memory') return {};
  return {
    throttle: place === 'database' ? sqlThrottleStore(() => database.kysely) : throttleIn(configured(redis)),
  };
}

function keysIn(
  place: Place,
  redis: RedisConnection | null,
  database: SharedDatabase,
): Pick<SharedState, 'idempotency'> {
  if (place === 'memory') return {};
  return {
    idempotency: place === 'database' ? keysInWork(database) : keysInRedis(configured(redis)),
  };
}

/** Keys that are committed together with what a handler does in the database. */
export const keysInWork = (database: SharedDatabase): TransactionalIdempotencyStore =>
  sqlIdempotencyStore(() => database.kysely, { unitOfWork: (work) => database.unitOfWork(work) });

export const keysInRedis = (redis: RedisConnection): IdempotencyStore =>
  redisIdempotencyStore(redis.commands, { prefix: redis.prefix });

export const throttleIn = (redis: RedisConnection): AttemptStore =>
  redisThrottleStore(() => redis.client(), { prefix: redis.prefix });

function configured(redis: RedisConnection | null): RedisConnection {
  if (redis !== null) return redis;
  throw new Error('SHARED_STATE is redis, but REDIS_URL is not set. Set REDIS_URL, or SHARED_STATE=database.');
}

export const SHARED_STATE = token<SharedState>('SHARED_STATE');

export const provideSharedState = provide(SHARED_STATE, {
  useFactory: chooseSharedState,
  inject: [SETTINGS, REDIS, Database],
});
