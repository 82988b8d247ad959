import type { Transaction } from 'kysely';
import type { UsageBatch, UsageCount, UsageFilter, UsageReading, UsageStore } from 'svckit';
import { millisecondsPerDay } from '../../../src/text/date.js';
import type { Database } from '../database/database.js';
import type { DatabaseSchema } from '../database/database-schema.js';
import { sweepInPassing } from '../shared-state/sweep-in-passing.js';
import { usageKey } from './usage-tables.js';

const rowsAtOnce = 500;
/** Days for which counts are kept, so that a year can be looked back on. */
const keptDays = 400;

/** Counts that all processes on one database add up exactly. */
export class DatabaseUsageStore implements UsageStore {
  readonly #database: Pick<Database, 'kysely' | 'transaction'>;
  readonly #now: () => number;
  readonly #sweep = sweepInPassing(async (now) => {
    const oldest = new Date(now - keptDays * millisecondsPerDay).toISOString().slice(0, 10);
    await this.#database.kysely.deleteFrom('usage_calls').where('day', '<', oldest).execute();
    await this.#database.kysely.deleteFrom('usage_members').where('day', '<', oldest).execute();
    await this.#database.kysely
      .deleteFrom('usage_writers')
      .where('written_at', '<', now - 30 * millisecondsPerDay)
      .execute();
  });

  constructor({
    database,
    now = Date.now,
  }: { database: Pick<Database, 'kysely' | 'transaction'>; now?: () => number }) {
    this.#database = database;
    this.#now = now;
  }

  async add({ writer, sequence, counts }: UsageBatch): Promise<void> {
    const now = this.#now();
    // In one order, so that no two processes wait for each other.
    const ordered = counts.toSorted(byKey);
    await this.#database.transaction(async (transaction) => {
      if (!(await isNew(transaction, writer, sequence, now))) return;
      for (let start = 0; start < ordered.length; start += rowsAtOnce)
        await addCounts(transaction, ordered.slice(start, start + rowsAtOnce));
    });
    this.#sweep(now);
  }

  async read(filter: UsageFilter): Promise<UsageReading> {
    const { kysely } = this.#database;
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
    const members = await this.#readMembers(filter, columns);
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

  async #readMembers(filter: UsageFilter, columns: readonly (typeof usageKey)[number][]) {
    const rows = await matching(this.#database.kysely.selectFrom('usage_members'), filter)
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

  async claim(notice: string): Promise<boolean> {
    const row = await this.#database.kysely
      .insertInto('lifecycle_notices')
      .values({ notice, claimed_at: this.#now() })
      .onConflict((conflict) => conflict.column('notice').doNothing())
      .returning('notice')
      .executeTakeFirst();
    return row !== undefined;
  }
}

type Writing = Transaction<DatabaseSchema>;

/** Notes the batch of a writer; false where the database holds it, or a later one. */
async function isNew(transaction: Writing, writer: string, sequence: number, now: number): Promise<boolean> {
  const row = await transaction
    .insertInto('usage_writers')
    .values({ writer, sequence, written_at: now })
    .onConflict((conflict) =>
      conflict
        .column('writer')
        .doUpdateSet({ sequence, written_at: now })
        .where('usage_writers.sequence', '<', sequence),
    )
    .returning('writer')
    .executeTakeFirst();
  return row !== undefined;
}

async function addCounts(transaction: Writing, counts: readonly UsageCount[]): Promise<void> {
  const calls = counts.map((count) => ({
    ...columnsOf(count),
    calls: count.calls,
    refused: count.refused,
    first_at: count.first,
    last_at: count.last,
  }));
  await transaction
    .insertInto('usage_calls')
    .values(calls)
    .onConflict((conflict) =>
      conflict.columns(usageKey).doUpdateSet((row) => ({
        calls: row('usage_calls.calls', '+', row.ref('excluded.calls')),
        refused: row('usage_calls.refused', '+', row.ref('excluded.refused')),
        first_at: row
          .case()
          .when('usage_calls.first_at', '<', row.ref('excluded.first_at'))
          .then(row.ref('usage_calls.first_at'))
          .else(row.ref('excluded.first_at'))
          .end(),
        last_at: row
          .case()
          .when('usage_calls.last_at', '>', row.ref('excluded.last_at'))
          .then(row.ref('usage_calls.last_at'))
          .else(row.ref('excluded.last_at'))
          .end(),
      })),
    )
    .execute();
  const members = counts.flatMap((count) =>
    Object.entries(count.members)
      .toSorted()
      .map(([member, used]) => ({ ...columnsOf(count), member, calls: used })),
  );
  for (let start = 0; start < members.length; start += rowsAtOnce)
    await transaction
      .insertInto('usage_members')
      .values(members.slice(start, start + rowsAtOnce))
      .onConflict((conflict) =>
        conflict
          .columns([...usageKey, 'member'])
          .doUpdateSet((row) => ({ calls: row('usage_members.calls', '+', row.ref('excluded.calls')) })),
      )
      .execute();
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
