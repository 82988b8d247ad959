import type { LifecycleStore, NoticeClaim, UndeliveredNotice } from 'svckit';
import { millisecondsPerDay } from '../../../src/text/date.js';
import { type KyselySource, type OpenSql, openSql, type SqlStoreOptions } from './open-sql.js';
import { sweepInPassing } from './sweep-in-passing.js';
import { orIgnore } from './upsert.js';

/** Days for which notices are kept: none is sent twice, and undelivered ones stay visible. */
const keptDays = 400;

/** Which notices of `onLifecycle` have arrived, in the table `lifecycle_notices`: one list for all processes on one database. */
export function sqlLifecycleStore<DB>(kysely: KyselySource<DB>, options: SqlStoreOptions = {}): LifecycleStore {
  return new SqlLifecycleStore(openSql(kysely), options);
}

class SqlLifecycleStore implements LifecycleStore {
  readonly #open: () => Promise<OpenSql>;
  readonly #now: () => number;
  readonly #sweep = sweepInPassing(async (now) => {
    const { kysely } = await this.#open();
    await kysely
      .deleteFrom('lifecycle_notices')
      .where('claimed_at', '<', now - keptDays * millisecondsPerDay)
      .execute();
  });

  constructor(open: () => Promise<OpenSql>, { now = Date.now }: SqlStoreOptions) {
    this.#open = open;
    this.#now = now;
  }

  async claim(notice: string, holdSeconds: number): Promise<NoticeClaim> {
    const now = this.#now();
    this.#sweep(now);
    const until = now + holdSeconds * 1_000;
    if ((await this.#take(notice, now, until)) || (await this.#takeAgain(notice, now, until)))
      return { state: 'claimed', attempt: Number((await this.#find(notice)).attempts) };
    const { delivered_at, retry_at } = await this.#find(notice);
    if (delivered_at !== null) return { state: 'delivered' };
    return { state: 'waiting', seconds: Math.max(0, Number(retry_at) - now) / 1_000 };
  }

  async confirm(notice: string): Promise<void> {
    const { kysely } = await this.#open();
    await kysely
      .updateTable('lifecycle_notices')
      .set({ delivered_at: this.#now(), failure: null })
      .where('notice', '=', notice)
      .execute();
  }

  async fail(notice: string, failure: string, retrySeconds: number): Promise<void> {
    const { kysely } = await this.#open();
    await kysely
      .updateTable('lifecycle_notices')
      .set({ failure, retry_at: this.#now() + retrySeconds * 1_000 })
      .where('notice', '=', notice)
      .where('delivered_at', 'is', null)
      .execute();
  }

  async undelivered(): Promise<readonly UndeliveredNotice[]> {
    const { kysely } = await this.#open();
    const rows = await kysely
      .selectFrom('lifecycle_notices')
      .select(['notice', 'attempts', 'claimed_at', 'retry_at', 'failure'])
      .where('delivered_at', 'is', null)
      .orderBy('claimed_at')
      .orderBy('notice')
      .execute();
    return rows.map(({ notice, attempts, claimed_at, retry_at, failure }) => ({
      notice,
      attempts: Number(attempts),
      since: Number(claimed_at),
      next: Number(retry_at),
      failure,
    }));
  }

  async #take(notice: string, now: number, until: number): Promise<boolean> {
    const { kysely, dialect } = await this.#open();
    const row = { notice, claimed_at: now, attempts: 1, retry_at: until, delivered_at: null, failure: null };
    const insert = orIgnore(kysely.insertInto('lifecycle_notices').values(row), dialect);
    return (await insert.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows === 1n;
  }

  async #takeAgain(notice: string, now: number, until: number): Promise<boolean> {
    const { kysely } = await this.#open();
    const update = kysely
      .updateTable('lifecycle_notices')
      .set((row) => ({ attempts: row('attempts', '+', 1), retry_at: until, failure: null }))
      .where('notice', '=', notice)
      .where('delivered_at', 'is', null)
      .where('retry_at', '<=', now);
    return (await update.executeTakeFirstOrThrow()).numUpdatedRows === 1n;
  }

  async #find(notice: string) {
    const { kysely } = await this.#open();
    return kysely
      .selectFrom('lifecycle_notices')
      .select(['attempts', 'retry_at', 'delivered_at'])
      .where('notice', '=', notice)
      .executeTakeFirstOrThrow();
  }
}
