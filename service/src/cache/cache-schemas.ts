import type { RouteSchemas } from 'svckit';
import { z } from 'zod';
import { NotFound, Problem, unavailable } from '../problem-schemas.js';

const id = z
  .string()
  .min(1)
  .max(80)
  .describe('Any text of 1 to 80 characters.')
  .meta({ examples: ['session-7'] });
const ttl = z.int().min(1).max(3_600);
const params = z.object({ id });
const data = z.record(z.string(), z.unknown());

export const StoreSession = z
  .object({
    data: data.describe('The JSON object to keep.').meta({ examples: [{ cart: ['pen', 'ink'] }] }),
    ttl: ttl.default(60).describe('Seconds to keep it.'),
  })
  .meta({ id: 'StoreSession' });

export const CacheEntryRecord = z
  .object({
    id,
    data,
    ttl: ttl.describe('Seconds left, rounded up.'),
  })
  .meta({ id: 'CacheEntry' });

export const StoredCacheEntry = z
  .object({
    id,
    ttl: ttl.describe('Seconds that it is kept.'),
    visits: z.int().min(1).describe('How often this id was stored or read since it was created, including this time.'),
  })
  .meta({ id: 'StoredCacheEntry' });

export const CacheStatus = z
  .object({
    backend: z.enum(['memory', 'redis']),
    reachable: z.boolean(),
    note: z.string().optional().describe('What to do when the cache is not reachable.'),
  })
  .meta({ id: 'CacheStatus' });

const cacheUnavailable = unavailable('The cache is temporarily unavailable.');

export const status = { response: { 200: CacheStatus } } satisfies RouteSchemas;
export const read = {
  params,
  response: { 200: CacheEntryRecord, 404: NotFound, 503: cacheUnavailable },
} satisfies RouteSchemas;
export const store = {
  params,
  body: StoreSession,
  response: { 200: StoredCacheEntry, 413: Problem, 503: cacheUnavailable },
} satisfies RouteSchemas;
export const remove = {
  params,
  response: { 200: z.object({ removed: z.boolean() }), 503: cacheUnavailable },
} satisfies RouteSchemas;
