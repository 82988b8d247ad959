export interface CacheEntry {
  readonly data: Readonly<Record<string, unknown>>;
  /** Whole seconds left to live, rounded up. */
  readonly ttl: number;
  /** How often this id was stored or read since it was created, including this time. */
  readonly visits: number;
}

/** A cache of JSON objects by id; every implementation passes `describeCacheStore`. */
export interface CacheStore {
  readonly backend: 'memory' | 'redis';
  read(id: string): Promise<CacheEntry | null>;
  /** Stores the data and restarts its time to live; throws CacheEntryTooLarge when it can never fit. */
  write(id: string, data: Readonly<Record<string, unknown>>, ttlSeconds: number): Promise<{ readonly visits: number }>;
  /** Returns whether there was something to remove. */
  remove(id: string): Promise<boolean>;
  /** Rejects when the store does not respond. */
  check(): Promise<void>;
}

/** The data alone is larger than the maximum size of the cache. */
export class CacheEntryTooLarge extends Error {
  constructor(
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(
      `The data is ${bytes} bytes as JSON, but the whole cache holds ${limit}. Store less, or raise CACHE_MAX_BYTES.`,
    );
    this.name = 'CacheEntryTooLarge';
  }
}
