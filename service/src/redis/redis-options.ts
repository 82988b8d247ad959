import type { RedisOptions } from 'ioredis';

/** No command waits longer than this for Redis, in milliseconds. */
export const ANSWER_WITHIN_MS = 800;

/** Options under which a command fails at once while Redis is away, and is never sent twice. */
export const quickToFail: RedisOptions = Object.freeze({
  lazyConnect: true,
  enableOfflineQueue: false,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: ANSWER_WITHIN_MS,
  commandTimeout: ANSWER_WITHIN_MS,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 500),
  // A replica that was the primary until a moment ago: a new connection finds the new primary.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
});

/** Options for a connection that waits for Redis to come back, as a job worker's does. */
export const willingToWait: RedisOptions = Object.freeze({
  maxRetriesPerRequest: null,
  connectTimeout: 5_000,
  retryStrategy: (attempt: number) => Math.min(50 * attempt, 1_000),
});
