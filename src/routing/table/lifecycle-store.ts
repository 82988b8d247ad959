import type { Awaitable } from '../awaitable.js';

/** What became of a claim: this attempt sends the notice, or it has arrived, or its next attempt is due in so many seconds. */
export type NoticeClaim =
  | { readonly state: 'claimed'; readonly attempt: number }
  | { readonly state: 'delivered' }
  | { readonly state: 'waiting'; readonly seconds: number };

/** A notice that has not arrived. Times are milliseconds since 1970. */
export interface UndeliveredNotice {
  /** The id of an event, and `<id> to <recipient>` for one of its recipients. */
  readonly notice: string;
  readonly attempts: number;
  /** Of the first attempt. */
  readonly since: number;
  /** Of the next attempt, or the end of the one that runs. */
  readonly next: number;
  /** Why the last attempt failed; null for one that has not ended. */
  readonly failure: string | null;
}

/** Keeps which notices have arrived, for all processes of a service. */
export interface LifecycleStore {
  /** Takes a notice for one attempt. Another process may take it when the time to hold it is over, so each arrives at least once. */
  claim(notice: string, holdSeconds: number): Awaitable<NoticeClaim>;
  /** The notice has arrived. */
  confirm(notice: string): Awaitable<void>;
  /** The attempt failed; another one is due after `retrySeconds`. */
  fail(notice: string, failure: string, retrySeconds: number): Awaitable<void>;
  /** What has not arrived, the oldest first. */
  undelivered(): Awaitable<readonly UndeliveredNotice[]>;
}
