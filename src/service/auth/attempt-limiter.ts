import { createHash } from 'node:crypto';
import type { AttemptStore } from '../shared-state/attempt-store.js';
import type { AttemptLimit } from './attempt-limits.js';
import { AuthRefusal } from './auth-refusal.js';
import { addressBlock } from './address-block.js';

interface Guard {
  /** Counts attempts, or those that failed. */
  readonly key: string;
  /** Counts those that failed and those under way. */
  readonly places: string;
  readonly limit: number;
}

/** Reports how an attempt ended; until then it counts as if it might fail. */
export type EndAttempt = (failed: boolean) => Promise<void>;

/** How often an attempt looks for a place, and the milliseconds in between: ten seconds together. */
const looks = 200;
const pause = 50;

/**
 * Refuses an attempt over its limit, counted in a store that all processes share. Where failures count, an attempt takes a
 * place before it runs and gives it back when it succeeds, so that no burst passes the limit.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  readonly #now: () => number;
  /** When what is used up is free again, so that refusing it costs nothing. */
  readonly #usedUp = new Map<string, number>();

  constructor(store: AttemptStore, now: () => number = Date.now) {
    this.#store = store;
    this.#now = now;
  }

  /** Throws an AuthRefusal (429, Retry-After) when the client or the account has used up its attempts. */
  async begin(limit: AttemptLimit, address: string, account: string | null): Promise<EndAttempt> {
    const { counts, windowSeconds } = limit;
    const guards = guardsOf(limit, address, account);
    if (counts === 'attempts') {
      for (const guard of guards) refuseAbove(guard.limit, await this.#store.hit(guard.key, windowSeconds));
      return async () => {};
    }
    await this.#takePlaces(guards, windowSeconds);
    return async (failed) => {
      if (failed) await Promise.all(guards.map(({ key }) => this.#store.hit(key, windowSeconds)));
      else await this.#giveBack(guards);
    };
  }

  /** Waits while attempts under way, here or in another process, could still give a place back. */
  async #takePlaces(guards: readonly Guard[], windowSeconds: number): Promise<void> {
    for (let look = 0; look < looks; look += 1) {
      for (const guard of guards) this.#refuseUsedUp(guard);
      const taken = await Promise.all(guards.map(({ places }) => this.#store.hit(places, windowSeconds)));
      if (guards.every(({ limit }, index) => taken[index]!.count <= limit)) return;
      await this.#giveBack(guards);
      for (const guard of guards) await this.#noteFailures(guard);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    throw tooManyAttempts(1);
  }

  async #giveBack(guards: readonly Guard[]): Promise<void> {
    await Promise.all(guards.map(({ places }) => this.#store.takeBack(places)));
  }

  async #noteFailures(guard: Guard): Promise<void> {
    const { count, resetSeconds } = await this.#store.read(guard.key);
    if (count < guard.limit) return;
    // Memory stays bounded: what is forgotten here, the store still counts.
    if (this.#usedUp.size >= 50_000) this.#usedUp.clear();
    this.#usedUp.set(guard.key, this.#now() + resetSeconds * 1_000);
    this.#refuseUsedUp(guard);
  }

  #refuseUsedUp({ key }: Guard): void {
    const left = (this.#usedUp.get(key) ?? 0) - this.#now();
    if (left > 0) throw tooManyAttempts(left / 1_000);
    this.#usedUp.delete(key);
  }
}

function refuseAbove(limit: number, { count, resetSeconds }: { readonly count: number; readonly resetSeconds: number }): void {
  if (count > limit) throw tooManyAttempts(resetSeconds);
}

function tooManyAttempts(wait: number): AuthRefusal {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AuthRefusal(429, 'TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${seconds} seconds.`, { 'retry-after': String(seconds) });
}

/** Keys hold a hash of the account, so that the store holds no addresses of people. */
function guardsOf({ name, perAddress, perAccount }: AttemptLimit, address: string, account: string | null): readonly Guard[] {
  const guard = (subject: string, limit: number): Guard => ({ key: `auth:${name}:${subject}`, places: `auth:${name}:places:${subject}`, limit });
  const ofAddress = guard(`address:${addressBlock(address)}`, perAddress);
  if (perAccount === null || account === null) return [ofAddress];
  const hash = createHash('sha256').update(account).digest('base64url').slice(0, 22);
  return [ofAddress, guard(`account:${hash}`, perAccount)];
}
