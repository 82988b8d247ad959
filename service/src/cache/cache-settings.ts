import { z } from 'zod';

/** Limits of the in-process cache; Redis has its own (maxmemory). */
export const cacheSettings = {
  CACHE_MAX_ENTRIES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(10_000)
    .describe('Entries in the in-process cache before it drops the least recently used.'),
  CACHE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(2 ** 40)
    .default(64 * 1_024 * 1_024)
    .describe('Bytes of JSON in the in-process cache before it drops the least recently used entry.'),
} as const;
