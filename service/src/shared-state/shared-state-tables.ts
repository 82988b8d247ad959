import type { Database } from '../database/database.js';

/** The tables of migration 0020; times are milliseconds since 1970 (PostgreSQL hands bigint out as text). */
export interface SharedStateTables {
  throttle_hits: { key: string; hits: number; resets_at: number };
  idempotency_keys: { key: string; fingerprint: string; response: string | null; expires_at: number };
}

export interface DatabaseStoreOptions {
  readonly database: Pick<Database, 'kysely'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}
