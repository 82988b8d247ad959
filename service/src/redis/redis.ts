import { provide, token } from 'svckit';
import { LOGGER } from '../configuration/logger.js';
import { SETTINGS } from '../configuration/settings.js';
import { RedisConnection } from './redis-connection.js';

/** The shared connection; null without REDIS_URL. */
export const REDIS = token<RedisConnection | null>('REDIS');

export const provideRedis = provide(REDIS, {
  useFactory: ({ REDIS_URL: url, REDIS_PREFIX: prefix }, log) =>
    url === undefined ? null : new RedisConnection({ url, prefix, log }),
  inject: [SETTINGS, LOGGER],
});
