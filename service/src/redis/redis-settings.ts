import { z } from 'zod';

/** Settings of the Redis connection; without REDIS_URL no connection is opened. */
export const redisSettings = {
  REDIS_URL: z
    .url({
      protocol: /^rediss?$/,
      error: 'must be a redis:// or rediss:// address, for example redis://127.0.0.1:6379/0',
    })
    .optional()
    .meta({ secret: true })
    .describe('Redis for the cache, limits and jobs; without it, these stay in process or in the database.'),
  REDIS_PREFIX: z
    .string()
    .regex(/^[\w.-]{1,40}$/, 'must be 1 to 40 letters, digits, dots, dashes or underscores')
    .default('svc')
    .describe('Prefix of every Redis key, so that several services can share one Redis.'),
} as const;
