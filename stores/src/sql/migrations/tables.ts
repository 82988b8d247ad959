import type { ConsumerKind } from 'svckit';

/** Whose calls: to which operation, of which consumer, on which day. An operation without versions has an empty one. */
interface UsageKey {
  day: string;
  version: string;
  operation: string;
  kind: ConsumerKind;
  consumer: string;
}

export const usageKey = [
  'day',
  'version',
  'operation',
  'kind',
  'consumer',
] as const satisfies readonly (keyof UsageKey)[];

/** The tables of all stores; times are milliseconds since 1970 (drivers hand bigint out as text). */
export interface StoresTables {
  throttle_hits: { key: string; hits: number; resets_at: number };
  /** The response of a running call is empty, and `expires_at` the end of its hold. */
  idempotency_keys: { key: string; fingerprint: string; response: string; expires_at: number };
  usage_calls: UsageKey & { calls: number; refused: number; first_at: number; last_at: number };
  usage_members: UsageKey & { member: string; calls: number };
  /** The last batch of each process. */
  usage_writers: { writer: string; sequence: number; written_at: number };
  /** `claimed_at` is the first attempt, `retry_at` the next one, or the end of the one that runs. */
  lifecycle_notices: {
    notice: string;
    claimed_at: number;
    attempts: number;
    retry_at: number;
    delivered_at: number | null;
    failure: string | null;
  };
}
