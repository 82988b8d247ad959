import type { ConsumerKind } from 'svckit';
import type { Migration } from '../database/migration.js';

/** Whose calls: to which operation, of which consumer, on which day. An operation without versions has an empty one. */
interface UsageKey {
  day: string;
  version: string;
  operation: string;
  kind: ConsumerKind;
  consumer: string;
}

/** The tables of migration 0040; times are milliseconds since 1970. */
export interface UsageTables {
  usage_calls: UsageKey & { calls: number; refused: number; first_at: number; last_at: number };
  usage_members: UsageKey & { member: string; calls: number };
  /** The last batch of each process. */
  usage_writers: { writer: string; sequence: number; written_at: number };
  lifecycle_notices: { notice: string; claimed_at: number };
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends UsageTables {}
}

export const usageKey = [
  'day',
  'version',
  'operation',
  'kind',
  'consumer',
] as const satisfies readonly (keyof UsageKey)[];

export const createUsage: Migration = {
  name: '0040-usage',
  async up({ kysely }) {
    const withKey = (table: string) =>
      kysely.schema
        .createTable(table)
        .addColumn('day', 'text', (column) => column.notNull())
        .addColumn('version', 'text', (column) => column.notNull())
        .addColumn('operation', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('consumer', 'text', (column) => column.notNull());
    await withKey('usage_calls')
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addColumn('refused', 'bigint', (column) => column.notNull())
      .addColumn('first_at', 'bigint', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_calls_key', [...usageKey])
      .execute();
    await withKey('usage_members')
      .addColumn('member', 'text', (column) => column.notNull())
      .addColumn('calls', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('usage_members_key', [...usageKey, 'member'])
      .execute();
    await kysely.schema
      .createTable('usage_writers')
      .addColumn('writer', 'text', (column) => column.primaryKey())
      .addColumn('sequence', 'bigint', (column) => column.notNull())
      .addColumn('written_at', 'bigint', (column) => column.notNull())
      .execute();
    await kysely.schema
      .createTable('lifecycle_notices')
      .addColumn('notice', 'text', (column) => column.primaryKey())
      .addColumn('claimed_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
