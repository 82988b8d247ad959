import { LRUCache } from 'lru-cache';
import { CacheEntryTooLarge, type CacheEntry, type CacheStore } from './cache-store.js';

export interface MemoryCacheOptions {
  readonly maxEntries: number;
  readonly maxBytes: number;
  /** Milliseconds on a clock that only moves forward. */
  readonly now?: () => number;
}

interface Remembered {
  readonly json: string;
  readonly bytes: number;
  readonly visits: number;
}

/** The default cache: in this process, bounded in entries and bytes, evicting the least recently used. */
export class MemoryCacheStore implements CacheStore {
  readonly backend = 'memory';
  readonly #entries: LRUCache<string, Remembered>;
  readonly #maxBytes: number;

  constructor({ maxEntries, maxBytes, now = () => performance.now() }: MemoryCacheOptions) {
    this.#maxBytes = maxBytes;
    this.#entries = new LRUCache({
      max: maxEntries,
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => bytes,
      ttlResolution: 0,
      perf: { now },
    });
  }

  async read(id: string): Promise<CacheEntry | null> {
    const found = this.#entries.get(id);
    if (found === undefined) return null;
    const left = this.#entries.getRemainingTTL(id);
    const visits = found.visits + 1;
    this.#entries.set(id, { ...found, visits }, { noUpdateTTL: true });
    return { data: JSON.parse(found.json) as CacheEntry['data'], ttl: Math.ceil(left / 1_000), visits };
  }

  async write(id: string, data: CacheEntry['data'], ttlSeconds: number): Promise<{ visits: number }> {
    const json = JSON.stringify(data);
    const bytes = Buffer.byteLength(json);
    if (bytes > this.#maxBytes) throw new CacheEntryTooLarge(bytes, this.#maxBytes);
    const visits = (this.#entries.get(id)?.visits ?? 0) + 1;
    this.#entries.set(id, { json, bytes, visits }, { ttl: ttlSeconds * 1_000 });
    return { visits };
  }

  async remove(id: string): Promise<boolean> {
    return this.#entries.get(id) !== undefined && this.#entries.delete(id);
  }

  async check(): Promise<void> {}
}
