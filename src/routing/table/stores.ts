import type { Awaitable } from '../awaitable.js';

/** Counts requests per client. */
export interface ThrottleStore {
  /** Counts one hit: how many there are in this window, and the seconds until it ends. */
  hit(key: string, windowSeconds: number): Awaitable<{ readonly count: number; readonly resetSeconds: number }>;
}

/** An answer as it is kept and sent again. */
export interface StoredResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64. */
  readonly body: string;
}

/** What became of a claim: the key is now the caller's, or a call with it is running, or its answer is kept. */
export type IdempotencyClaim =
  | { readonly state: 'claimed' }
  | { readonly state: 'running'; readonly fingerprint: string }
  | { readonly state: 'stored'; readonly fingerprint: string; readonly response: StoredResponse };

/** Keeps answers by idempotency key, beside the work: after a crash between the two, a repeated call runs again. */
export interface IdempotencyStore {
  /** Claims a free key for a running call, for `holdSeconds`; else says what holds it. */
  claim(key: string, fingerprint: string, holdSeconds: number): Awaitable<IdempotencyClaim>;
  /** Keeps the answer of the call that claimed the key. */
  store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): Awaitable<void>;
  /** Frees a key whose call failed. */
  release(key: string): Awaitable<void>;
}

/** One call with an idempotency key. */
export interface KeyedCall {
  /** A hash over the key, its owner and the operation. */
  readonly key: string;
  /** A hash over the request. */
  readonly fingerprint: string;
  /** How long its answer is kept. */
  readonly ttlSeconds: number;
}

/** Keeps answers in the database that the handlers write to: key, work and answer are committed together or not at all. */
export interface TransactionalIdempotencyStore {
  /**
   * Where the key is free, runs `call` once, in a transaction that keeps what it returns under the key; null keeps nothing.
   * When `call` rejects, the transaction is rolled back. Where the key is taken, says what holds it and does not run `call`.
   */
  runOnce(keyed: KeyedCall, call: () => Promise<StoredResponse | null>): Promise<IdempotencyClaim>;
}
