import type { Kysely, Migration } from 'kysely';
import { columnsOf, required } from './columns.js';

/** What was claimed before counts as delivered. */
export const confirmNotices: Migration = {
  async up(database: Kysely<unknown>) {
    const { text } = await columnsOf(database);
    const notices = () => database.schema.alterTable('lifecycle_notices');
    await notices()
      .addColumn('attempts', 'integer', (column) => required(column).defaultTo(1))
      .execute();
    await notices()
      .addColumn('retry_at', 'bigint', (column) => required(column).defaultTo(0))
      .execute();
    await notices().addColumn('delivered_at', 'bigint').execute();
    await notices().addColumn('failure', text).execute();
    const { sql } = await import('kysely');
    await sql`update lifecycle_notices set delivered_at = claimed_at`.execute(database);
  },
};
