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
  /** `events` and `secrets` are JSON. */
  webhook_endpoints: {
    id: string;
    subject: string;
    url: string;
    description: string;
    events: string;
    version: string;
    secrets: string;
    disabled: string | null;
    paused_until: number;
    succeeded_at: number | null;
    failed_at: number | null;
    created_at: number;
  };
  webhook_events: { id: string; name: string; subject: string; shape: string; data: string; created_at: number };
  webhook_bodies: { event: string; version: string; body: string };
  /** `due_at` is the next attempt, or the end of the lease of the one that runs; null when it is over. */
  webhook_deliveries: {
    id: string;
    event: string;
    name: string;
    endpoint: string;
    subject: string;
    version: string;
    state: string;
    attempts: number;
    due_at: number | null;
    lease: string | null;
    created_at: number;
    attempted_at: number | null;
    status: number | null;
    reason: string | null;
  };
  /** `held_until` is null once the notice has arrived. */
  webhook_notices: {
    id: string;
    endpoint: string;
    subject: string;
    kind: string;
    data: string;
    held_until: number | null;
    created_at: number;
  };
}
