import type { CompiledQuery, Kysely, Sql, Transaction } from 'kysely';
import { bindable } from './bindable.js';
import type { DatabaseSchema } from './database-schema.js';
import { type DatabaseDialect, type DatabaseOptions, openDatabase, type OpenDatabase } from './open-database.js';
import { migrate } from './migrate.js';

/** Runs one compiled query synchronously and returns its rows. */
export type RunAtOnce = <Row>(query: CompiledQuery<Row>) => readonly Row[];

/** The service's one database: SQLite in the data folder, or PostgreSQL. Open from `onInit` to `onShutdown`. */
export class Database {
  readonly dialect: DatabaseDialect;
  readonly #options: DatabaseOptions;
  #open: OpenDatabase | null = null;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.dialect = options.databaseUrl === undefined ? 'sqlite' : 'postgres';
  }

  get kysely(): Kysely<DatabaseSchema> {
    return this.#opened.kysely;
  }

  /** Kysely's template tag for raw SQL. */
  get sql(): Sql {
    return this.#opened.sql;
  }

  /** Brings the tables up to date and opens the database. */
  async onInit(): Promise<void> {
    await migrate(this.#options);
    this.#open = await openDatabase(this.#options);
  }

  async onShutdown(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    await open?.kysely.destroy();
  }

  /** Runs `work` in one transaction. Use the transaction passed to it: on SQLite every other query waits for its end. */
  transaction<T>(work: (transaction: Transaction<DatabaseSchema>) => Promise<T>): Promise<T> {
    return this.kysely.transaction().execute(work);
  }

  /** SQLite only: a transaction in which nothing else of this process runs, from its first statement to its commit. */
  synchronousTransaction<T>(work: (run: RunAtOnce) => T): Promise<T> {
    const { handle, kysely } = this.#opened;
    if (!handle) throw new Error('A synchronous transaction needs SQLite; use transaction() on PostgreSQL.');
    const run: RunAtOnce = (query) => handle.prepare(query.sql).all(...query.parameters.map(bindable));
    return kysely.connection().execute(async () => {
      handle.exec('begin immediate');
      try {
        const result = work(run);
        handle.exec('commit');
        return result;
      } catch (error) {
        if (handle.isTransaction) handle.exec('rollback');
        throw error;
      }
    });
  }

  /** Resolves when the database responds, rejects when it does not. */
  async ping(): Promise<void> {
    const { sql, kysely } = this.#opened;
    await sql`select name from svc_migration limit 1`.execute(kysely);
  }

  get #opened(): OpenDatabase {
    if (!this.#open) throw new Error('The database is not open: it opens in onInit() and closes in onShutdown().');
    return this.#open;
  }
}
