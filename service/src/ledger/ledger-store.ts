import type { Kysely } from 'kysely';
import type { DatabaseSchema } from '../database/database-schema.js';
import type { CreateEntry, LedgerEntry, TransferResult } from './ledger-schemas.js';
import type { Database } from '../database/database.js';
import { BalanceOutOfRange } from './balance-out-of-range.js';
import { type LedgerPageRequest, type LedgerPageResult, readLedgerPage } from './ledger-page.js';

/**
 * Adds to the totals and returns them; changes nothing and returns no row when the balance would leave ±(2^53 - 1).
 * Run it before an insert: its lock on the one row makes ids grow in commit order, which page walks rely on.
 */
function addToTotals(kysely: Kysely<DatabaseSchema>, change: { readonly entries: number; readonly amount: number }) {
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

function insertEntry(kysely: Kysely<DatabaseSchema>, { memo, amount }: CreateEntry) {
  return kysely.insertInto('ledger_entries').values({ memo, amount }).returning(['id', 'memo', 'amount']);
}

function deleteEntry(kysely: Kysely<DatabaseSchema>, id: number) {
  return kysely.deleteFrom('ledger_entries').where('id', '=', id).returning('amount');
}

export interface TransferLabels {
  readonly from: string;
  readonly to: string;
  readonly amount: number;
}

/** Ledger entries in the database, with the exact sum of their amounts. Writers throw BalanceOutOfRange and write nothing. */
export class LedgerStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The latest entries and the sum of all, in one snapshot. */
  async list(limit: number): Promise<{ readonly entries: readonly LedgerEntry[]; readonly balance: number }> {
    const rows = await this.#database.kysely
      .selectFrom('ledger_totals')
      .leftJoin(
        (latest) => latest.selectFrom('ledger_entries').selectAll().orderBy('id', 'desc').limit(limit).as('entry'),
        (join) => join.onTrue(),
      )
      .select(['ledger_totals.balance', 'entry.id', 'entry.memo', 'entry.amount'])
      .orderBy('entry.id', 'desc')
      .execute();
    const entries = rows.flatMap(({ id, memo, amount }) =>
      id === null || memo === null || amount === null ? [] : [{ id, memo, amount }],
    );
    return { entries, balance: rows[0]?.balance ?? 0 };
  }

  async find(id: number): Promise<LedgerEntry | null> {
    const row = await this.#database.kysely
      .selectFrom('ledger_entries')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    return row ?? null;
  }

  page(request: LedgerPageRequest): Promise<LedgerPageResult> {
    return readLedgerPage(this.#database.kysely, request);
  }

  /** All entries by ascending id, read a page at a time: those that are made or deleted meanwhile may be among them or not. */
  async *all(): AsyncGenerator<LedgerEntry> {
    let edges: LedgerPageRequest['edges'];
    do {
      const page = await this.page({ take: 100, order: 'asc', direction: 'forward', edges });
      yield* page.entries;
      edges = page.more && page.edges ? page.edges : undefined;
    } while (edges);
  }

  /** What `andThen` writes is committed with the entry. */
  create(
    entry: CreateEntry,
    andThen?: (entry: LedgerEntry, transaction: object) => Promise<void>,
  ): Promise<LedgerEntry> {
    return this.#database.transaction(async (transaction) => {
      await changeTotals(transaction, { entries: 1, amount: entry.amount });
      const created = await insertEntry(transaction, entry).executeTakeFirstOrThrow();
      await andThen?.(created, transaction);
      return created;
    });
  }

  /** Returns false when the entry is unknown. */
  delete(id: number): Promise<boolean> {
    return this.#database.transaction(async (transaction) => {
      const deleted = await deleteEntry(transaction, id).executeTakeFirst();
      if (deleted) await changeTotals(transaction, { entries: -1, amount: 0 - deleted.amount });
      return deleted !== undefined;
    });
  }

  /** Writes both entries or neither: `betweenLegs` may throw. */
  transfer(
    { from, to, amount }: TransferLabels,
    betweenLegs: () => void | Promise<void> = () => {},
  ): Promise<TransferResult> {
    return this.#database.transaction(async (transaction) => {
      const totals = await changeTotals(transaction, { entries: 2, amount: 0 });
      await insertEntry(transaction, { memo: from, amount: -amount }).execute();
      await betweenLegs();
      await insertEntry(transaction, { memo: to, amount }).execute();
      return totals;
    });
  }

  /** The same in one synchronous transaction on SQLite, and as `transfer` on PostgreSQL. */
  transferSync(transfer: TransferLabels, betweenLegs: () => void = () => {}): Promise<TransferResult> {
    const { kysely, dialect } = this.#database;
    if (dialect === 'postgres') return this.transfer(transfer, betweenLegs);
    const { from, to, amount } = transfer;
    return this.#database.synchronousTransaction((run) => {
      const [totals] = run(addToTotals(kysely, { entries: 2, amount: 0 }).compile());
      if (!totals) throw new BalanceOutOfRange();
      run(insertEntry(kysely, { memo: from, amount: -amount }).compile());
      betweenLegs();
      run(insertEntry(kysely, { memo: to, amount }).compile());
      return { ...totals };
    });
  }
}

async function changeTotals(
  kysely: Kysely<DatabaseSchema>,
  change: { readonly entries: number; readonly amount: number },
): Promise<TransferResult> {
  const totals = await addToTotals(kysely, change).executeTakeFirst();
  if (!totals) throw new BalanceOutOfRange();
  return totals;
}
