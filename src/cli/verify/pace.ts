import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces requests evenly. */
export class Pace {
  #interval: number;
  #next = 0;

  /** `rate` in requests a second; null for no limit. */
  constructor(rate: number | null) {
    this.#interval = rate === null ? 0 : 1000 / rate;
  }

  /** Resolves when the next request may be sent. */
  async wait(): Promise<void> {
    if (this.#interval === 0 && this.#next === 0) return;
    const now = performance.now();
    const at = Math.max(now, this.#next);
    this.#next = at + this.#interval;
    if (at > now) await sleep(at - now);
  }

  /** Sends nothing for a while, and half as fast from then on. */
  slowDown(ms: number): void {
    this.#next = Math.max(this.#next, performance.now() + ms);
    this.#interval = Math.max(2 * this.#interval, 20);
  }
}
