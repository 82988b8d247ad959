import { HttpError } from 'svckit';
import { RedisUnavailable } from '../redis/redis-unavailable.js';
import { CacheEntryTooLarge } from './cache-store.js';

/** What the caller is told of a store's failure; other errors come through as they are. */
export async function refuseCacheFailures<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof CacheEntryTooLarge) throw new HttpError(413, error.message, { code: 'cache-entry-too-large' });
    if (!(error instanceof RedisUnavailable)) throw error;
    const detail = 'The cache is not reachable right now; nothing was read or changed. Try again in a moment.';
    throw new HttpError(503, detail, { code: 'cache-unavailable' }, { headers: { 'Retry-After': '1' } });
  }
}

export function unknownCacheId(id: string): HttpError {
  return new HttpError(
    404,
    `The cache holds nothing under the id ${JSON.stringify(id)}; it was never stored, or its time is over.`,
  );
}
