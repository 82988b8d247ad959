import { LRUCache } from 'lru-cache';
import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from '../../routing/table/stores.js';

interface Entry {
  readonly fingerprint: string;
  readonly response: StoredResponse | null;
  readonly endsAt: number;
}

/** Keeps answers in this process, at most 64 MiB. The oldest go first. */
export class MemoryIdempotencyStore implements IdempotencyStore {
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: 64 * 1024 * 1024,
    sizeCalculation: ({ response }) => 512 + (response?.body.length ?? 0),
  });
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  claim(key: string, fingerprint: string, holdSeconds: number): IdempotencyClaim {
    const held = this.#live(key);
    if (held)
      return held.response
        ? { state: 'stored', fingerprint: held.fingerprint, response: held.response }
        : { state: 'running', fingerprint: held.fingerprint };
    this.#entries.set(key, { fingerprint, response: null, endsAt: this.#now() + holdSeconds * 1000 });
    return { state: 'claimed' };
  }

  /** A call whose hold has expired does not overwrite what another call has claimed or stored since. */
  store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): void {
    const held = this.#live(key);
    if (held && (held.response || held.fingerprint !== fingerprint)) return;
    this.#entries.set(key, { fingerprint, response, endsAt: this.#now() + ttlSeconds * 1000 });
  }

  release(key: string): void {
    if (!this.#live(key)?.response) this.#entries.delete(key);
  }

  #live(key: string): Entry | null {
    const entry = this.#entries.get(key);
    return entry && entry.endsAt > this.#now() ? entry : null;
  }
}
