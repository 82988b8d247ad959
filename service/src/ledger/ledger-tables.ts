import type { Generated } from 'kysely';

/** Table `ledger_entries`: ids grow in commit order and are never used again. */
export interface LedgerEntriesTable {
  readonly id: Generated<number>;
  readonly memo: string;
  readonly amount: number;
}

/** Table `ledger_totals`: one row, changed in the transaction that changes the entries; its lock puts writers in a queue. */
export interface LedgerTotalsTable {
  readonly id: number;
  readonly entries: number;
  readonly balance: number;
}

export interface LedgerTables {
  readonly ledger_entries: LedgerEntriesTable;
  readonly ledger_totals: LedgerTotalsTable;
}
