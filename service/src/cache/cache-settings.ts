import { z } from 'zod';

/** Bounds of the in-process cache; Redis has bounds of its own (maxmemory). */
export const cacheSettings = {
  CACHE_MAX_ENTRIES: z.coerce
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .default(10_000)
    .describe('Entries the in-process cache holds before it forgets the one used least recently.'),
  CACHE_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(1_024)
    .max(2 ** 40)
    .default(64 * 1_024 * 1_024)
    .describe('Bytes of JSON the in-process cache holds before it forgets the entry used least recently.'),
} as const;
