import type { AttemptStore } from './attempt-store.js';
import type { DatabaseStoreOptions } from './shared-state-tables.js';
import { sweepInPassing } from './sweep-in-passing.js';

/** One count for all processes on one database, kept by a single upsert per hit. */
export class DatabaseThrottleStore implements AttemptStore {
  readonly #database: DatabaseStoreOptions['database'];
  readonly #now: () => number;
  readonly #sweep = sweepInPassing((now) =>
    this.#database.kysely.deleteFrom('throttle_hits').where('resets_at', '<=', now).execute(),
  );

  constructor({ database, now = Date.now }: DatabaseStoreOptions) {
    this.#database = database;
    this.#now = now;
  }

  async hit(key: string, windowSeconds: number): Promise<{ count: number; resetSeconds: number }> {
    const now = this.#now();
    const row = await this.#database.kysely
      .insertInto('throttle_hits')
      .values({ key, hits: 1, resets_at: now + windowSeconds * 1_000 })
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
    this.#sweep(now);
    return { count: Number(row.hits), resetSeconds: Math.ceil((Number(row.resets_at) - now) / 1_000) };
  }
  async read(key: string): Promise<{ count: number; resetSeconds: number }> {
    const now = this.#now();
    const row = await this.#database.kysely
      .selectFrom('throttle_hits')
      .select(['hits', 'resets_at'])
      .where('key', '=', key)
      .where('resets_at', '>', now)
      .executeTakeFirst();
    if (!row) return { count: 0, resetSeconds: 0 };
    return { count: Number(row.hits), resetSeconds: Math.ceil((Number(row.resets_at) - now) / 1_000) };
  }

  async takeBack(key: string): Promise<void> {
    await this.#database.kysely
      .updateTable('throttle_hits')
      .set((row) => ({ hits: row('hits', '-', 1) }))
      .where('key', '=', key)
      .where('resets_at', '>', this.#now())
      .where('hits', '>', 0)
      .execute();
  }
}
