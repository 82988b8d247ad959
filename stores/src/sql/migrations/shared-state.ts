import type { Kysely, Migration } from 'kysely';
import { columnsOf, required } from './columns.js';

export const createSharedState: Migration = {
  async up(database: Kysely<unknown>) {
    const { name, text } = await columnsOf(database);
    await database.schema
      .createTable('throttle_hits')
      .addColumn('key', name(512), (column) => column.primaryKey())
      .addColumn('hits', 'bigint', required)
      .addColumn('resets_at', 'bigint', required)
      .execute();
    await database.schema.createIndex('throttle_hits_resets_at').on('throttle_hits').column('resets_at').execute();
    await database.schema
      .createTable('idempotency_keys')
      .addColumn('key', name(512), (column) => column.primaryKey())
      .addColumn('fingerprint', name(512), required)
      .addColumn('response', text, required)
      .addColumn('expires_at', 'bigint', required)
      .execute();
    await database.schema
      .createIndex('idempotency_keys_expires_at')
      .on('idempotency_keys')
      .column('expires_at')
      .execute();
  },
};
