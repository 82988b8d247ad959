import { provide, token } from 'svckit';
import { SETTINGS } from '../configuration/settings.js';
import { REDIS } from '../redis/redis.js';
import type { CacheStore } from './cache-store.js';
import { MemoryCacheStore } from './memory-cache-store.js';
import { RedisCacheStore } from './redis-cache-store.js';

export const CACHE = token<CacheStore>('CACHE');

export const provideCache = provide(CACHE, {
  useFactory: ({ CACHE_MAX_ENTRIES: maxEntries, CACHE_MAX_BYTES: maxBytes }, redis): CacheStore =>
    redis === null ? new MemoryCacheStore({ maxEntries, maxBytes }) : new RedisCacheStore(redis),
  inject: [SETTINGS, REDIS],
});
