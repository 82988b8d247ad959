import type { Database } from '../database/database.js';
import type { Migration } from '../database/migration.js';

/** The tables of migration 0020; times are milliseconds since 1970 (PostgreSQL hands bigint out as text). */
export interface SharedStateTables {
  throttle_hits: { key: string; hits: number; resets_at: number };
  idempotency_keys: { key: string; fingerprint: string; response: string; expires_at: number };
}

export interface DatabaseStoreOptions {
  readonly database: Pick<Database, 'kysely'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends SharedStateTables {}
}

export const createSharedState: Migration = {
  name: '0020-shared-state',
  async up({ kysely }) {
    await kysely.schema
      .createTable('throttle_hits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('hits', 'bigint', (column) => column.notNull())
      .addColumn('resets_at', 'bigint', (column) => column.notNull())
      .execute();
    await kysely.schema.createIndex('throttle_hits_resets_at').on('throttle_hits').column('resets_at').execute();
    await kysely.schema
      .createTable('idempotency_keys')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('response', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await kysely.schema
      .createIndex('idempotency_keys_expires_at')
      .on('idempotency_keys')
      .column('expires_at')
      .execute();
  },
};
