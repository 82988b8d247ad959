import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/database-schema.js';
import type { CreateEntry } from './ledger-records.js';

/**
 * Adds to the totals and answers them; changes nothing, and answers no row, when the balance would leave ±(2^53 - 1).
 * It comes before an insert: its lock on the one row makes ids grow in commit order, which page walks rely on.
 */
export function addToTotals(
  kysely: Kysely<DatabaseSchema>,
  change: { readonly entries: number; readonly amount: number },
) {
  return kysely
    .updateTable('ledger_totals')
    .set((column) => ({
      entries: column('entries', '+', change.entries),
      balance: column('balance', '+', change.amount),
    }))
    .where((column) =>
      column.between(column('balance', '+', change.amount), Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
    )
    .returning(['entries as rows', 'balance']);
}

export function insertEntry(kysely: Kysely<DatabaseSchema>, { memo, amount }: CreateEntry) {
  return kysely.insertInto('ledger_entries').values({ memo, amount }).returning(['id', 'memo', 'amount']);
}

export function deleteEntry(kysely: Kysely<DatabaseSchema>, id: number) {
  return kysely.deleteFrom('ledger_entries').where('id', '=', id).returning('amount');
}
