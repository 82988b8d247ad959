import type { DatabaseStoreOptions } from './shared-state-tables.js';
import type { ThrottleStore } from 'svckit';
import { sweepInPassing } from './sweep-in-passing.js';

/** One count for all processes on one database, kept by a single upsert per hit. */
export class DatabaseThrottleStore implements ThrottleStore {
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
}
