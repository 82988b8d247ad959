import type { ColumnDefinitionBuilder, Kysely, Sql } from 'kysely';
import type { DatabaseDialect } from './open-database.js';

export interface MigrationContext {
  readonly kysely: Kysely<unknown>;
  readonly dialect: DatabaseDialect;
  readonly sql: Sql;
}

/** One step of the schema, run once per database. Its name and content never change after a release. */
export interface Migration {
  readonly name: string;
  up(context: MigrationContext): Promise<void>;
}

/** An id that the database assigns and never reuses. Its type is `bigint` on PostgreSQL, `integer` on SQLite. */
export function generatedId(dialect: DatabaseDialect) {
  return [
    'id',
    dialect === 'postgres' ? 'bigint' : 'integer',
    (column: ColumnDefinitionBuilder) =>
      dialect === 'postgres' ? column.primaryKey().generatedAlwaysAsIdentity() : column.primaryKey().autoIncrement(),
  ] as const;
}
