export interface CacheEntry {
  readonly data: Readonly<Record<string, unknown>>;
  /** Whole seconds left to live, rounded up. */
  readonly ttl: number;
  /** How often this id was stored or read since it last came to life, this time included. */
  readonly visits: number;
}

/** A cache of JSON objects by id; every implementation passes `describeCacheStore`. */
export interface CacheStore {
  readonly backend: 'memory' | 'redis';
  read(id: string): Promise<CacheEntry | null>;
  /** Stores the data and starts its time to live anew; throws CacheEntryTooLarge when it can never fit. */
  write(id: string, data: Readonly<Record<string, unknown>>, ttlSeconds: number): Promise<{ readonly visits: number }>;
  /** Says whether there was something to remove. */
  remove(id: string): Promise<boolean>;
  /** Rejects when the store does not answer. */
  check(): Promise<void>;
}

/** The data alone is larger than the whole cache may grow. */
export class CacheEntryTooLarge extends Error {
  constructor(
    readonly bytes: number,
    readonly limit: number,
  ) {
    super(`The data is ${bytes} bytes as JSON, the whole cache holds ${limit}. Store less, or raise CACHE_MAX_BYTES.`);
    this.name = 'CacheEntryTooLarge';
  }
}
