import type { AttemptStore } from '../attempt-store.js';
import { inTransaction } from './in-transaction.js';
import { type KyselySource, type OpenSql, openSql, type SqlStoreOptions } from './open-sql.js';
import { sweepInPassing } from './sweep-in-passing.js';

/** Counts of requests in the table `throttle_hits`: one count for all processes on one database. */
export function sqlThrottleStore<DB>(kysely: KyselySource<DB>, options: SqlStoreOptions = {}): AttemptStore {
  return new SqlThrottleStore(openSql(kysely), options);
}

interface Hits {
  readonly hits: number;
  readonly resets_at: number;
}

class SqlThrottleStore implements AttemptStore {
  readonly #open: () => Promise<OpenSql>;
  readonly #now: () => number;
  readonly #sweep = sweepInPassing(async (now) => {
    const { kysely } = await this.#open();
    await kysely.deleteFrom('throttle_hits').where('resets_at', '<=', now).execute();
  });

  constructor(open: () => Promise<OpenSql>, { now = Date.now }: SqlStoreOptions) {
    this.#open = open;
    this.#now = now;
  }

  async hit(key: string, windowSeconds: number): Promise<{ count: number; resetSeconds: number }> {
    const open = await this.#open();
    const now = this.#now();
    const row = { key, hits: 1, resets_at: now + windowSeconds * 1_000 };
    const counted = open.dialect === 'mysql' ? await countOnMysql(open, row, now) : await count(open, row, now);
    this.#sweep(now);
    return inSeconds(counted, now);
  }

  async read(key: string): Promise<{ count: number; resetSeconds: number }> {
    const { kysely } = await this.#open();
    const now = this.#now();
    const row = await kysely
      .selectFrom('throttle_hits')
      .select(['hits', 'resets_at'])
      .where('key', '=', key)
      .where('resets_at', '>', now)
      .executeTakeFirst();
    return row ? inSeconds(row, now) : { count: 0, resetSeconds: 0 };
  }

  async takeBack(key: string): Promise<void> {
    const { kysely } = await this.#open();
    await kysely
      .updateTable('throttle_hits')
      .set((row) => ({ hits: row('hits', '-', 1) }))
      .where('key', '=', key)
      .where('resets_at', '>', this.#now())
      .where('hits', '>', 0)
      .execute();
  }
}

const inSeconds = ({ hits, resets_at }: Hits, now: number) => ({
  count: Number(hits),
  resetSeconds: Math.ceil((Number(resets_at) - now) / 1_000),
});

/** One statement per hit. */
function count({ kysely }: OpenSql, first: Hits & { readonly key: string }, now: number): Promise<Hits> {
  return kysely
    .insertInto('throttle_hits')
    .values(first)
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((row) => ({
        hits: row
          .case()
          .when('throttle_hits.resets_at', '<=', now)
          .then(1)
          .else(row('throttle_hits.hits', '+', 1))
          .end(),
        resets_at: row
          .case()
          .when('throttle_hits.resets_at', '<=', now)
          .then(row.ref('excluded.resets_at'))
          .else(row.ref('throttle_hits.resets_at'))
          .end(),
      })),
    )
    .returning(['hits', 'resets_at'])
    .executeTakeFirstOrThrow();
}

/** MySQL returns no row of a write, which is read back while it is locked. It assigns in order: the end of the window last. */
function countOnMysql(open: OpenSql, first: Hits & { readonly key: string }, now: number): Promise<Hits> {
  const { sql } = open;
  return inTransaction(open, async (transaction) => {
    await transaction
      .insertInto('throttle_hits')
      .values(first)
      .onDuplicateKeyUpdate({
        hits: sql<number>`if(resets_at <= ${now}, 1, hits + 1)`,
        resets_at: sql<number>`if(resets_at <= ${now}, ${first.resets_at}, resets_at)`,
      })
      .execute();
    return transaction
      .selectFrom('throttle_hits')
      .select(['hits', 'resets_at'])
      .where('key', '=', first.key)
      .executeTakeFirstOrThrow();
  });
}
