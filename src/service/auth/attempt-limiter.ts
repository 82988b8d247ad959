import { createHash } from 'node:crypto';
import type { ThrottleStore } from 'svckit';
import type { AttemptLimit } from './attempt-limits.js';
import { AuthRefusal } from './auth-refusal.js';
import { addressBlock } from './address-block.js';

interface Known {
  readonly count: number;
  readonly resetsAt: number;
}

interface Guard {
  readonly key: string;
  readonly limit: number;
}

/** Reports how an attempt ended; until then it counts as if it might fail. */
export type EndAttempt = (failed: boolean) => Promise<void>;

/**
 * Refuses an attempt over its limit. Attempts count before they run. Failures count after: attempts under way hold a place,
 * so that a burst cannot pass the limit, and a success gives its place back.
 */
export class AttemptLimiter {
  readonly #store: ThrottleStore;
  readonly #now: () => number;
  readonly #known = new Map<string, Known>();
  readonly #running = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];

  constructor(store: ThrottleStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** Throws an AuthRefusal (429, Retry-After) when the client or the account has used up its attempts. */
  async begin(limit: AttemptLimit, address: string, account: string | null): Promise<EndAttempt> {
    const guards = guardsOf(limit, address, account);
    if (limit.counts === 'attempts') {
      for (const guard of guards) refuseAbove(guard.limit, await this.#hit(guard.key, limit.windowSeconds), this.#now());
      return async () => {};
    }
    await this.#takePlace(guards);
    return async (failed) => {
      try {
        if (failed) await Promise.all(guards.map(({ key }) => this.#hit(key, limit.windowSeconds)));
      } finally {
        for (const { key } of guards) this.#release(key);
      }
    };
  }

  /** Waits while attempts under way could still use up what is left; refuses when nothing is left. */
  async #takePlace(guards: readonly Guard[]): Promise<void> {
    for (;;) {
      for (const { key, limit } of guards) refuseAbove(limit - 1, this.#read(key), this.#now());
      const full = guards.some(({ key, limit }) => this.#read(key).count + (this.#running.get(key) ?? 0) >= limit);
      if (!full) return guards.forEach(({ key }) => this.#running.set(key, (this.#running.get(key) ?? 0) + 1));
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  #read(key: string): Known {
    const known = this.#known.get(key);
    if (known && known.resetsAt > this.#now()) return known;
    this.#known.delete(key);
    return { count: 0, resetsAt: this.#now() };
  }

  async #hit(key: string, windowSeconds: number): Promise<Known> {
    const { count, resetSeconds } = await this.#store.hit(key, windowSeconds);
    const known = { count, resetsAt: this.#now() + resetSeconds * 1_000 };
    if (this.#known.size >= 50_000) this.#forgetExpired();
    this.#known.set(key, known);
    return known;
  }

  #release(key: string): void {
    const left = (this.#running.get(key) ?? 1) - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** Keeps memory bounded: first what is over, then everything, since the store still counts. */
  #forgetExpired(): void {
    for (const [key, { resetsAt }] of this.#known) if (resetsAt <= this.#now()) this.#known.delete(key);
    if (this.#known.size >= 50_000) this.#known.clear();
  }
}

function refuseAbove(limit: number, { count, resetsAt }: Known, now: number): void {
  if (count <= limit) return;
  const seconds = Math.max(1, Math.ceil((resetsAt - now) / 1_000));
  throw new AuthRefusal(429, 'TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${seconds} seconds.`, { 'retry-after': String(seconds) });
}

/** Keys hold a hash of the account, so that the store holds no addresses of people. */
function guardsOf({ name, perAddress, perAccount }: AttemptLimit, address: string, account: string | null): readonly Guard[] {
  const guards = [{ key: `auth:${name}:address:${addressBlock(address)}`, limit: perAddress }];
  if (perAccount === null || account === null) return guards;
  const hash = createHash('sha256').update(account).digest('base64url').slice(0, 22);
  return [...guards, { key: `auth:${name}:account:${hash}`, limit: perAccount }];
}
