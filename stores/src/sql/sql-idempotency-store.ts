import type { Kysely } from 'kysely';
import type {
  IdempotencyClaim,
  IdempotencyStore,
  KeyedCall,
  StoredResponse,
  TransactionalIdempotencyStore,
} from 'svckit';
import { inTransaction } from './in-transaction.js';
import type { StoresTables } from './migrations/tables.js';
import { type KyselySource, type OpenSql, openSql, type SqlStoreOptions } from './open-sql.js';
import { sweepInPassing } from './sweep-in-passing.js';
import { orIgnore } from './upsert.js';

/** Runs `work` in a transaction that the queries of the handlers are part of. */
export type UnitOfWork<DB> = <T>(work: (transaction: Kysely<DB>) => Promise<T>) => Promise<T>;

/** Options of an idempotency store whose keys are committed together with the work. */
export interface SqlIdempotencyOptions<DB> extends SqlStoreOptions {
  readonly unitOfWork: UnitOfWork<DB>;
}

/** Idempotency keys in the table `idempotency_keys`: with `unitOfWork` in the transaction of the work, without it beside the work. */
export function sqlIdempotencyStore<DB>(
  kysely: KyselySource<DB>,
  options: SqlIdempotencyOptions<DB>,
): TransactionalIdempotencyStore;
/** Idempotency keys in the table `idempotency_keys`, beside the work. */
export function sqlIdempotencyStore<DB>(kysely: KyselySource<DB>, options?: SqlStoreOptions): IdempotencyStore;
export function sqlIdempotencyStore<DB>(
  kysely: KyselySource<DB>,
  options: SqlStoreOptions & Partial<SqlIdempotencyOptions<DB>> = {},
): IdempotencyStore | TransactionalIdempotencyStore {
  const keys = new Keys(openSql(kysely), options);
  const { unitOfWork } = options;
  return unitOfWork
    ? new KeysInTransaction(keys, unitOfWork as unknown as UnitOfWork<StoresTables>)
    : new KeysBeside(keys);
}

type Connection = Kysely<StoresTables>;
type Row = StoresTables['idempotency_keys'];

/** The statements of both stores. */
class Keys {
  readonly open: () => Promise<OpenSql>;
  readonly now: () => number;
  readonly #sweep = sweepInPassing(async (now) => {
    const { kysely } = await this.open();
    await kysely.deleteFrom('idempotency_keys').where('expires_at', '<=', now).execute();
  });

  constructor(open: () => Promise<OpenSql>, { now = Date.now }: SqlStoreOptions) {
    this.open = open;
    this.now = now;
  }

  sweep(): void {
    this.#sweep(this.now());
  }

  row(key: string, fingerprint: string, response: StoredResponse | null, seconds: number): Row {
    return {
      key,
      fingerprint,
      response: response === null ? '' : JSON.stringify(response),
      expires_at: this.now() + seconds * 1_000,
    };
  }

  async find(connection: Connection, key: string): Promise<IdempotencyClaim | null> {
    const row = await connection
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'response'])
      .where('key', '=', key)
      .where('expires_at', '>', this.now())
      .executeTakeFirst();
    if (!row) return null;
    const { fingerprint, response } = row;
    if (response === '') return { state: 'running', fingerprint };
    return { state: 'stored', fingerprint, response: JSON.parse(response) as StoredResponse };
  }

  /** Whether the key was free, or its time was over. */
  async take(connection: Connection, row: Row): Promise<boolean> {
    const { dialect } = await this.open();
    const insert = orIgnore(connection.insertInto('idempotency_keys').values(row), dialect);
    if ((await insert.executeTakeFirstOrThrow()).numInsertedOrUpdatedRows === 1n) return true;
    const expired = connection.updateTable('idempotency_keys').set(row).where('key', '=', row.key);
    return (await expired.where('expires_at', '<=', this.now()).executeTakeFirstOrThrow()).numUpdatedRows === 1n;
  }

  /** Keeps an answer, unless another call has taken or stored the key since. */
  async keep(connection: Connection, row: Row): Promise<void> {
    if (await this.take(connection, row)) return;
    const mine = connection.updateTable('idempotency_keys').set(row).where('key', '=', row.key);
    await mine.where('fingerprint', '=', row.fingerprint).where('response', '=', '').execute();
  }
}

class KeysBeside implements IdempotencyStore {
  readonly #keys: Keys;

  constructor(keys: Keys) {
    this.#keys = keys;
  }

  async claim(key: string, fingerprint: string, holdSeconds: number): Promise<IdempotencyClaim> {
    const keys = this.#keys;
    keys.sweep();
    const { kysely } = await keys.open();
    for (;;) {
      const held = await keys.find(kysely, key);
      if (held) return held;
      if (await keys.take(kysely, keys.row(key, fingerprint, null, holdSeconds))) return { state: 'claimed' };
    }
  }

  async store(key: string, fingerprint: string, response: StoredResponse, ttlSeconds: number): Promise<void> {
    const keys = this.#keys;
    const row = keys.row(key, fingerprint, response, ttlSeconds);
    await inTransaction(await keys.open(), (transaction) => keys.keep(transaction, row));
  }

  async release(key: string): Promise<void> {
    const { kysely } = await this.#keys.open();
    await kysely.deleteFrom('idempotency_keys').where('key', '=', key).where('response', '=', '').execute();
  }
}

class KeysInTransaction implements TransactionalIdempotencyStore {
  readonly #keys: Keys;
  readonly #unitOfWork: UnitOfWork<StoresTables>;
  /** The fingerprints of the calls that run in this process: on SQLite, others would wait for the end of the transaction. */
  readonly #running = new Map<string, string>();

  constructor(keys: Keys, unitOfWork: UnitOfWork<StoresTables>) {
    this.#keys = keys;
    this.#unitOfWork = unitOfWork;
  }

  async runOnce(keyed: KeyedCall, call: () => Promise<StoredResponse | null>): Promise<IdempotencyClaim> {
    const { key, fingerprint } = keyed;
    const running = this.#running.get(key);
    if (running !== undefined) return { state: 'running', fingerprint: running };
    this.#running.set(key, fingerprint);
    try {
      this.#keys.sweep();
      const open = await this.#keys.open();
      return await this.#unitOfWork((transaction) => this.#run(open, transaction, keyed, call));
    } finally {
      this.#running.delete(key);
    }
  }

  async #run(
    open: OpenSql,
    transaction: Connection,
    { key, fingerprint, ttlSeconds }: KeyedCall,
    call: () => Promise<StoredResponse | null>,
  ): Promise<IdempotencyClaim> {
    const keys = this.#keys;
    const lock = locks[open.dialect];
    if (!(await lock.take(open, transaction, key))) return { state: 'running', fingerprint };
    try {
      const held = await keys.find(transaction, key);
      if (held) return held;
      // A lock that ends before its transaction leaves the rest to the row.
      if (lock.release && !(await keys.take(transaction, keys.row(key, fingerprint, null, ttlSeconds))))
        return { state: 'running', fingerprint };
      const response = await call();
      if (response) await keys.keep(transaction, keys.row(key, fingerprint, response, ttlSeconds));
      else if (lock.release) await transaction.deleteFrom('idempotency_keys').where('key', '=', key).execute();
      return { state: 'claimed' };
    } finally {
      await lock.release?.(open, transaction, key).catch(() => {});
    }
  }
}

interface Lock {
  /** False while another transaction has the key. */
  take(open: OpenSql, transaction: Connection, key: string): Promise<boolean>;
  /** Where a lock belongs to a connection and not to its transaction. */
  release?(open: OpenSql, transaction: Connection, key: string): Promise<unknown>;
}

/** What holds a key from the beginning of a transaction to its end. */
const locks: Readonly<Record<OpenSql['dialect'], Lock>> = {
  // A transaction that writes is alone.
  sqlite: { take: async () => true },
  postgres: {
    take: async ({ sql }, transaction, key) => {
      const lock = sql<{ free: boolean }>`select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as free`;
      return (await lock.execute(transaction)).rows[0]!.free;
    },
  },
  mysql: {
    take: async ({ sql }, transaction, key) => {
      const lock = sql<{ free: number }>`select get_lock(concat('svckit ', sha1(${key})), 0) as free`;
      return Number((await lock.execute(transaction)).rows[0]!.free) === 1;
    },
    release: ({ sql }, transaction, key) =>
      sql`select release_lock(concat('svckit ', sha1(${key})))`.execute(transaction),
  },
};
