import { LRUCache } from 'lru-cache';
import type { ThrottleStore } from '../../routing/table/stores.js';

interface Window {
  count: number;
  readonly endsAt: number;
}

/** Counts in this process, for at most 100,000 subjects at a time. */
export class MemoryThrottleStore implements ThrottleStore {
  /** A limit by size: `max` allocates room for all of them at once, in every app. */
  readonly #windows = new LRUCache<string, Window>({ maxSize: 100_000, sizeCalculation: () => 1 });
  readonly #now: () => number;

  /** `now` returns milliseconds. */
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  hit(key: string, windowSeconds: number): { count: number; resetSeconds: number } {
    const now = this.#now();
    let window = this.#windows.get(key);
    if (!window || window.endsAt <= now)
      this.#windows.set(key, (window = { count: 0, endsAt: now + windowSeconds * 1000 }));
    window.count++;
    return { count: window.count, resetSeconds: (window.endsAt - now) / 1000 };
  }
}
