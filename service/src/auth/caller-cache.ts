import { LRUCache } from 'lru-cache';
import type { AccountCaller } from './account-caller.js';

/** The result of looking up a credential. Times are milliseconds since 1970. */
export interface CachedCaller {
  readonly caller: AccountCaller;
  readonly expiresAt: number;
}

/** An LRU cache of callers by the hash of their credential, which can be invalidated by account. */
export class CallerCache {
  readonly #entries: LRUCache<string, CachedCaller>;
  readonly #keysOf = new Map<string, Set<string>>();
  /** Increments on every invalidation: entries read before it must not be kept. */
  #epoch = 0;

  constructor(capacity: number) {
    this.#entries = new LRUCache({ max: capacity, dispose: ({ caller }, key) => this.#unlink(caller.id, key) });
  }

  get epoch(): number {
    return this.#epoch;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): CachedCaller | undefined {
    return this.#entries.get(key);
  }

  /** Keeps an entry that was read at `epoch`, unless there was an invalidation since. */
  keep(key: string, entry: CachedCaller, epoch: number): void {
    if (epoch !== this.#epoch) return;
    this.#entries.set(key, entry);
    const keys = this.#keysOf.get(entry.caller.id) ?? new Set();
    this.#keysOf.set(entry.caller.id, keys.add(key));
  }

  forgetAccount(id: string): void {
    this.#epoch += 1;
    for (const key of this.#keysOf.get(id) ?? []) this.#entries.delete(key);
  }

  forgetAll(): void {
    this.#epoch += 1;
    this.#entries.clear();
  }

  #unlink(id: string, key: string): void {
    const keys = this.#keysOf.get(id);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysOf.delete(id);
  }
}
