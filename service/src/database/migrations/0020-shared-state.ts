import type { Migration } from './migration.js';

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
      .addColumn('response', 'text')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await kysely.schema
      .createIndex('idempotency_keys_expires_at')
      .on('idempotency_keys')
      .column('expires_at')
      .execute();
  },
};
