import type { Kysely, Transaction } from 'kysely';
import type { UsageBatch, UsageCount, UsageFilter, UsageReading, UsageStore } from 'svckit';
import { millisecondsPerDay } from '../../../src/text/date.js';
import { inTransaction } from './in-transaction.js';
import { type StoresTables, usageKey } from './migrations/tables.js';
import { type KyselySource, type OpenSql, openSql, type SqlStoreOptions } from './open-sql.js';
import { sweepInPassing } from './sweep-in-passing.js';
import { orAdd, orIgnore } from './upsert.js';

const rowsAtOnce = 500;
/** Days for which counts are kept, so that a year can be looked back on. */
const keptDays = 400;

/** Counts in the tables `usage_*`, which all processes on one database add up exactly, and keep for 400 days. */
export function sqlUsageStore<DB>(kysely: KyselySource<DB>, options: SqlStoreOptions = {}): UsageStore {
  return new SqlUsageStore(openSql(kysely), options);
}

class SqlUsageStore implements UsageStore {
  readonly #open: () => Promise<OpenSql>;
  readonly #now: () => number;
  readonly #sweep = sweepInPassing(async (now) => {
    const { kysely } = await this.#open();
    const oldest = new Date(now - keptDays * millisecondsPerDay).toISOString().slice(0, 10);
    await kysely.deleteFrom('usage_calls').where('day', '<', oldest).execute();
    await kysely.deleteFrom('usage_members').where('day', '<', oldest).execute();
    await kysely
      .deleteFrom('usage_writers')
      .where('written_at', '<', now - 30 * millisecondsPerDay)
      .execute();
  });

  constructor(open: () => Promise<OpenSql>, { now = Date.now }: SqlStoreOptions) {
    this.#open = open;
    this.#now = now;
  }

  async add({ writer, sequence, counts }: UsageBatch): Promise<void> {
    const now = this.#now();
    // In one order, so that no two processes wait for each other.
    const ordered = counts.toSorted(byKey);
    const open = await this.#open();
    await inTransaction(open, async (transaction) => {
      if (!(await isNew(transaction, open, { writer, sequence, written_at: now }))) return;
      for (let start = 0; start < ordered.length; start += rowsAtOnce)
        await addCounts(transaction, open, ordered.slice(start, start + rowsAtOnce));
    });
    this.#sweep(now);
  }

  async read(filter: UsageFilter): Promise<UsageReading> {
    const { kysely } = await this.#open();
    const { first } = await kysely
      .selectFrom('usage_calls')
      .select(({ fn }) => fn.min('first_at').as('first'))
      .executeTakeFirstOrThrow();
    const columns = filter.byDay ? usageKey : usageKey.filter((column) => column !== 'day');
    const rows = await matching(kysely.selectFrom('usage_calls'), filter)
      .select(columns)
      .select(({ fn }) => [
        fn.sum('calls').as('calls'),
        fn.sum('refused').as('refused'),
        fn.min('first_at').as('first'),
        fn.max('last_at').as('last'),
      ])
      .groupBy(columns)
      .execute();
    const members = await readMembers(kysely, filter, columns);
    return {
      since: first === null ? null : Number(first),
      counts: rows.toSorted(byKey).map((row) => ({
        version: row.version === '' ? null : row.version,
        operation: row.operation,
        kind: row.kind,
        consumer: row.consumer,
        day: row.day ?? null,
        calls: Number(row.calls),
        refused: Number(row.refused),
        first: Number(row.first),
        last: Number(row.last),
        members: members.get(keyOf(row)) ?? {},
      })),
    };
  }

  async claim(notice: string): Promise<boolean> {
    const { kysely, dialect } = await this.#open();
    const now = this.#now();
    const row = { notice, claimed_at: now, attempts: 1, retry_at: now, delivered_at: now, failure: null };
    const claim = orIgnore(kysely.insertInto('lifecycle_notices').values(row), dialect);
    return (await claim.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows === 1n;
  }
}

async function readMembers(
  kysely: Kysely<StoresTables>,
  filter: UsageFilter,
  columns: readonly (typeof usageKey)[number][],
) {
  const rows = await matching(kysely.selectFrom('usage_members'), filter)
    .select([...columns, 'member'])
    .select(({ fn }) => fn.sum('calls').as('calls'))
    .groupBy([...columns, 'member'])
    .execute();
  const members = new Map<string, Record<string, number>>();
  for (const row of rows) {
    const own = members.get(keyOf(row)) ?? {};
    members.set(keyOf(row), Object.assign(own, { [row.member]: Number(row.calls) }));
  }
  return members;
}

type Writing = Transaction<StoresTables>;

/** Notes the batch of a writer; false where the database holds it, or a later one. */
async function isNew(transaction: Writing, { dialect }: OpenSql, batch: StoresTables['usage_writers']) {
  const { writer, sequence } = batch;
  const first = { ...batch, sequence: -1 };
  await orIgnore(transaction.insertInto('usage_writers').values(first), dialect).execute();
  const update = transaction.updateTable('usage_writers').set(batch);
  const { numUpdatedRows } = await update
    .where('writer', '=', writer)
    .where('sequence', '<', sequence)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

async function addCounts(transaction: Writing, open: OpenSql, counts: readonly UsageCount[]): Promise<void> {
  const calls = counts.map((count) => ({
    ...columnsOf(count),
    calls: count.calls,
    refused: count.refused,
    first_at: count.first,
    last_at: count.last,
  }));
  await orAdd(transaction.insertInto('usage_calls').values(calls), open, {
    table: 'usage_calls',
    key: usageKey,
    add: ['calls', 'refused'],
    least: ['first_at'],
    greatest: ['last_at'],
  }).execute();
  const members = counts.flatMap((count) =>
    Object.entries(count.members)
      .toSorted()
      .map(([member, used]) => ({ ...columnsOf(count), member, calls: used })),
  );
  for (let start = 0; start < members.length; start += rowsAtOnce)
    await orAdd(transaction.insertInto('usage_members').values(members.slice(start, start + rowsAtOnce)), open, {
      table: 'usage_members',
      key: [...usageKey, 'member'],
      add: ['calls'],
    }).execute();
}

const columnsOf = ({ day: on, version, operation, kind, consumer }: UsageCount) => ({
  day: on!,
  version: version ?? '',
  operation,
  kind,
  consumer,
});

const keyOf = (row: Pick<UsageCount, 'version' | 'operation' | 'kind' | 'consumer'> & { day?: string | null }) =>
  JSON.stringify([row.day ?? '', row.version ?? '', row.operation, row.kind, row.consumer]);

const byKey = (a: Parameters<typeof keyOf>[0], b: Parameters<typeof keyOf>[0]) => (keyOf(a) < keyOf(b) ? -1 : 1);

interface Matchable<Query> {
  where(column: 'version' | 'operation' | 'kind' | 'consumer' | 'day', operator: '=' | '>=', value: string): Query;
}

/** The rows that a filter asks for. */
function matching<Query extends Matchable<Query>>(query: Query, filter: UsageFilter): Query {
  const { version, operation, kind, consumer, since } = filter;
  const equal = { version, operation, kind, consumer };
  const narrowed = Object.entries(equal).reduce(
    (found, [column, value]) => (value === undefined ? found : found.where(column as keyof typeof equal, '=', value)),
    query,
  );
  return since === undefined ? narrowed : narrowed.where('day', '>=', since);
}
