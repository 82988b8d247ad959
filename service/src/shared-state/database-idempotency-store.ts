import type { Transaction } from 'kysely';
import type { IdempotencyClaim, KeyedCall, StoredResponse, TransactionalIdempotencyStore } from 'svckit';
import type { Database } from '../database/database.js';
import type { DatabaseSchema } from '../database/database-schema.js';
import { sweepInPassing } from './sweep-in-passing.js';

export interface DatabaseIdempotencyStoreOptions {
  readonly database: Pick<Database, 'kysely' | 'sql' | 'dialect' | 'unitOfWork'>;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

type Connection = Transaction<DatabaseSchema>;

/** Idempotency keys in the service's database, committed together with what the handler does there. */
export class DatabaseIdempotencyStore implements TransactionalIdempotencyStore {
  readonly #database: DatabaseIdempotencyStoreOptions['database'];
  readonly #now: () => number;
  readonly #sweep = sweepInPassing((now) =>
    this.#database.kysely.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute(),
  );

  constructor({ database, now = Date.now }: DatabaseIdempotencyStoreOptions) {
    this.#database = database;
    this.#now = now;
  }

  runOnce(keyed: KeyedCall, call: () => Promise<StoredResponse | null>): Promise<IdempotencyClaim> {
    this.#sweep(this.#now());
    return this.#database.unitOfWork(async (transaction) => {
      if (!(await this.#lock(transaction, keyed.key))) return { state: 'running', fingerprint: keyed.fingerprint };
      const stored = await this.#find(transaction, keyed.key);
      if (stored) return stored;
      const response = await call();
      if (response) await this.#keep(transaction, keyed, response);
      return { state: 'claimed' };
    });
  }

  /** Holds a key until the transaction ends; false while another transaction holds it. On SQLite a transaction is alone anyway. */
  async #lock(transaction: Connection, key: string): Promise<boolean> {
    const { dialect, sql } = this.#database;
    if (dialect === 'sqlite') return true;
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as free`.execute(transaction);
    return rows[0]!.free;
  }

  async #find(transaction: Connection, key: string): Promise<IdempotencyClaim | null> {
    const row = await transaction
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'response'])
      .where('key', '=', key)
      .where('expires_at', '>', this.#now())
      .executeTakeFirst();
    if (!row) return null;
    return { state: 'stored', fingerprint: row.fingerprint, response: JSON.parse(row.response) as StoredResponse };
  }

  /** Replaces an expired answer. */
  async #keep(transaction: Connection, { key, fingerprint, ttlSeconds }: KeyedCall, response: StoredResponse) {
    const row = { fingerprint, response: JSON.stringify(response), expires_at: this.#now() + ttlSeconds * 1_000 };
    await transaction
      .insertInto('idempotency_keys')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
  }
}
