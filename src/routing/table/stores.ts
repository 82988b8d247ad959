type Awaitable<T> = T | Promise<T>;

/** Counts requests per client. */
export interface ThrottleStore {
  /** Counts one hit: how many there are in this window, and the seconds until it ends. */
  hit(key: string, windowSeconds: number): Awaitable<{ readonly count: number; readonly resetSeconds: number }>;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Base64. */
  readonly body: string;
}

export type IdempotencyClaim =
  | { readonly state: 'claimed' }
  | { readonly state: 'running'; readonly fingerprint: string }
  | { readonly state: 'stored'; readonly fingerprint: string; readonly response: StoredResponse };

/** Keeps answers by idempotency key. */
export interface IdempotencyStore {
  /** Claims a free key for a running call, for `holdSeconds`; else says what holds it. */
  claim(key: string, fingerprint: string, holdSeconds: number): Awaitable<IdempotencyClaim>;
  store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): Awaitable<void>;
  release(key: string): Awaitable<void>;
}
