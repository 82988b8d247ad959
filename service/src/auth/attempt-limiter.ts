import type { AttemptStore } from '@svckit/stores';
import { createHash } from 'node:crypto';
import { addressBlock } from '../../../src/text/address-block.js';
import type { AttemptLimit } from './attempt-limits.js';
import { AuthRefusal } from './auth-refusal.js';

interface Guard {
  /** Counts attempts, or failed ones. */
  readonly key: string;
  /** Counts the running ones. */
  readonly running: string;
  readonly limit: number;
}

interface Counted {
  readonly count: number;
  readonly resetSeconds: number;
}

/** Reports how an attempt ended; until then it counts as if it might fail. */
export type EndAttempt = (failed: boolean) => Promise<void>;

/** How often a waiting attempt checks whether it may run, and the milliseconds between checks: ten seconds in total. */
const looks = 200;
const pause = 50;

/**
 * Rejects an attempt over its limit, counted in a store that all processes share. Where failures count, an attempt counts as
 * running before it reads the failures, and as failed before it ends, so that no burst exceeds the limit.
 */
export class AttemptLimiter {
  readonly #store: AttemptStore;
  readonly #now: () => number;
  /** When each exhausted limit is free again, so that rejecting costs nothing. */
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
    await this.#enter(guards, windowSeconds);
    return async (failed) => {
      if (failed) await Promise.all(guards.map(({ key }) => this.#store.hit(key, windowSeconds)));
      await this.#leave(guards);
    };
  }

  /** Waits while running attempts, here or in another process, might still succeed and leave room. */
  async #enter(guards: readonly Guard[], windowSeconds: number): Promise<void> {
    for (let look = 0; look < looks; look += 1) {
      for (const guard of guards) this.#refuseUsedUp(guard);
      const running = await Promise.all(guards.map((guard) => this.#store.hit(guard.running, windowSeconds)));
      const failed = await Promise.all(guards.map(({ key }) => this.#store.read(key)));
      if (guards.every(({ limit }, index) => running[index]!.count + failed[index]!.count <= limit)) return;
      await this.#leave(guards);
      for (const [index, guard] of guards.entries()) this.#noteUsedUp(guard, failed[index]!);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    throw tooManyAttempts(1);
  }

  async #leave(guards: readonly Guard[]): Promise<void> {
    await Promise.all(guards.map(({ running }) => this.#store.takeBack(running)));
  }

  #noteUsedUp(guard: Guard, { count, resetSeconds }: Counted): void {
    if (count < guard.limit) return;
    // Memory stays bounded; the store still counts what is forgotten here.
    if (this.#usedUp.size >= 50_000) this.#usedUp.clear();
    this.#usedUp.set(guard.key, this.#now() + resetSeconds * 1_000);
  }

  #refuseUsedUp({ key }: Guard): void {
    const left = (this.#usedUp.get(key) ?? 0) - this.#now();
    if (left > 0) throw tooManyAttempts(left / 1_000);
    this.#usedUp.delete(key);
  }
}

function refuseAbove(limit: number, { count, resetSeconds }: Counted): void {
  if (count > limit) throw tooManyAttempts(resetSeconds);
}

function tooManyAttempts(wait: number): AuthRefusal {
  const seconds = Math.max(1, Math.ceil(wait));
  return new AuthRefusal(429, 'TOO_MANY_ATTEMPTS', `Too many attempts. Try again in ${seconds} seconds.`, {
    'retry-after': String(seconds),
  });
}

/** Keys hold a hash of the account, so that the store holds no email addresses. */
function guardsOf(
  { name, perAddress, perAccount }: AttemptLimit,
  address: string,
  account: string | null,
): readonly Guard[] {
  const guard = (subject: string, limit: number): Guard => ({
    key: `auth:${name}:${subject}`,
    running: `auth:${name}:running:${subject}`,
    limit,
  });
  const ofAddress = guard(`address:${addressBlock(address)}`, perAddress);
  if (perAccount === null || account === null) return [ofAddress];
  const hash = createHash('sha256').update(account).digest('base64url').slice(0, 22);
  return [ofAddress, guard(`account:${hash}`, perAccount)];
}
