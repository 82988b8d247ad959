import type { Generated } from 'kysely';
import { generatedId, type Migration } from '../database/migration.js';

/** Table `ledger_entries`: ids grow in commit order and are never reused. */
export interface LedgerEntriesTable {
  readonly id: Generated<number>;
  readonly memo: string;
  readonly amount: number;
}

/** Table `ledger_totals`: one row, changed in the transaction that changes the entries; its lock serializes writers. */
export interface LedgerTotalsTable {
  readonly id: number;
  readonly entries: number;
  readonly balance: number;
}

export interface LedgerTables {
  readonly ledger_entries: LedgerEntriesTable;
  readonly ledger_totals: LedgerTotalsTable;
}

declare module '../database/database-schema.js' {
  interface DatabaseSchema extends LedgerTables {}
}

export const createLedger: Migration = {
  name: '0002-ledger',
  async up({ kysely, dialect, sql }) {
    await kysely.schema
      .createTable('ledger_entries')
      .addColumn(...generatedId(dialect))
      .addColumn('memo', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) =>
        column.notNull().check(sql`amount between -9007199254740991 and 9007199254740991`),
      )
      .execute();
    await kysely.schema
      .createTable('ledger_totals')
      .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
      .addColumn('entries', 'bigint', (column) => column.notNull().check(sql`entries >= 0`))
      .addColumn('balance', 'bigint', (column) =>
        column.notNull().check(sql`balance between -9007199254740991 and 9007199254740991`),
      )
      .execute();
    await sql`insert into ledger_totals (id, entries, balance) values (1, 0, 0)`.execute(kysely);
  },
};
