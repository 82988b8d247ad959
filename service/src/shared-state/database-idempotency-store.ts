import type { DatabaseStoreOptions } from './shared-state-tables.js';
import type { IdempotencyClaim, IdempotencyStore, StoredResponse } from 'svckit';
import { sweepInPassing } from './sweep-in-passing.js';

/** Idempotency keys that all processes on one database share; rejects when the database does not respond. */
export class DatabaseIdempotencyStore implements IdempotencyStore {
  readonly #database: DatabaseStoreOptions['database'];
  readonly #now: () => number;
  readonly #sweep = sweepInPassing((now) =>
    this.#database.kysely.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute(),
  );

  constructor({ database, now = Date.now }: DatabaseStoreOptions) {
    this.#database = database;
    this.#now = now;
  }

  async claim(key: string, fingerprint: string, holdSeconds: number): Promise<IdempotencyClaim> {
    // The holder may release the key between the insert and the read; then it is free and the insert is retried.
    for (;;) {
      if (await this.#insert(key, fingerprint, holdSeconds)) return { state: 'claimed' };
      const held = await this.#held(key);
      if (held !== null) return held;
    }
  }

  async store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): Promise<void> {
    const now = this.#now();
    const row = { fingerprint, response: JSON.stringify(response), expires_at: now + ttlSeconds * 1_000 };
    await this.#database.kysely
      .insertInto('idempotency_keys')
      .values({ key, ...row })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet(row)
          .where((row) =>
            row.or([
              row('idempotency_keys.expires_at', '<=', now),
              row.and([
                row('idempotency_keys.fingerprint', '=', fingerprint),
                row('idempotency_keys.response', 'is', null),
              ]),
            ]),
          ),
      )
      .execute();
  }

  async release(key: string): Promise<void> {
    await this.#database.kysely
      .deleteFrom('idempotency_keys')
      .where('key', '=', key)
      .where('response', 'is', null)
      .execute();
  }

  async #insert(key: string, fingerprint: string, holdSeconds: number): Promise<boolean> {
    const now = this.#now();
    const row = { fingerprint, response: null, expires_at: now + holdSeconds * 1_000 };
    const inserted = await this.#database.kysely
      .insertInto('idempotency_keys')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row).where('idempotency_keys.expires_at', '<=', now))
      .returning('key')
      .executeTakeFirst();
    this.#sweep(now);
    return inserted !== undefined;
  }

  async #held(key: string): Promise<IdempotencyClaim | null> {
    const row = await this.#database.kysely
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'response'])
      .where('key', '=', key)
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    if (row === undefined) return null;
    if (row.response === null) return { state: 'running', fingerprint: row.fingerprint };
    return { state: 'stored', fingerprint: row.fingerprint, response: JSON.parse(row.response) as StoredResponse };
  }
}
