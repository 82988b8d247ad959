import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, Kysely, Sql, Transaction } from 'kysely';
import { bindable } from './bindable.js';
import type { DatabaseSchema } from './database-schema.js';
import { type DatabaseDialect, type DatabaseOptions, openDatabase, type OpenDatabase } from './open-database.js';
import { migrate } from './migrate.js';
import { UnitOfWork } from './unit-of-work.js';

/** Runs one compiled query synchronously and returns its rows. */
export type RunAtOnce = <Row>(query: CompiledQuery<Row>) => readonly Row[];

/** The service's one database: SQLite in the data folder, or PostgreSQL. Open from `onInit` to `onShutdown`. */
export class Database {
  readonly dialect: DatabaseDialect;
  readonly #options: DatabaseOptions;
  readonly #units = new AsyncLocalStorage<UnitOfWork>();
  #open: OpenDatabase | null = null;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.dialect = options.databaseUrl === undefined ? 'sqlite' : 'postgres';
  }

  /** Queries, which are part of the unit of work that they are made in. */
  get kysely(): Kysely<DatabaseSchema> {
    return this.#unit?.transaction ?? this.#opened.kysely;
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
    this.#units.disable();
  }

  /** Runs `work` in one transaction. Use the transaction passed to it: other queries are not part of it, and on SQLite other writes wait for its end. */
  transaction<T>(work: (transaction: Transaction<DatabaseSchema>) => Promise<T>): Promise<T> {
    const unit = this.#unit;
    if (unit) return unit.nest((inner) => this.#units.run(inner, () => work(inner.transaction)));
    return this.#opened.kysely.transaction().execute(work);
  }

  /** Runs `work` in one transaction. Every query and transaction of this database that is made during it is part of it. */
  unitOfWork<T>(work: (transaction: Transaction<DatabaseSchema>) => Promise<T>): Promise<T> {
    const { kysely, sql } = this.#opened;
    return kysely.transaction().execute(async (transaction) => {
      const unit = new UnitOfWork(transaction, sql);
      try {
        return await this.#units.run(unit, () => work(transaction));
      } finally {
        unit.isOpen = false;
      }
    });
  }

  /** SQLite only: a transaction in which nothing else of this process runs, from its first statement to its commit. */
  synchronousTransaction<T>(work: (run: RunAtOnce) => T): Promise<T> {
    const { writer } = this.#opened;
    if (!writer) throw new Error('A synchronous transaction needs SQLite; use transaction() on PostgreSQL.');
    const run: RunAtOnce = (query) => writer.handle.prepare(query.sql).all(...query.parameters.map(bindable));
    const unit = this.#unit;
    if (unit) return unit.nest(() => writer.runAtOnce(() => work(run)));
    return writer.synchronously(() => work(run));
  }

  /** Resolves when the database responds and its writes work, rejects when they do not. */
  async ping(): Promise<void> {
    const { sql, kysely, checkWrites } = this.#opened;
    await sql`select name from svc_migration limit 1`.execute(kysely);
    await checkWrites();
  }

  /** The unit of work of the caller, while it lasts. */
  get #unit(): UnitOfWork | null {
    const unit = this.#units.getStore();
    return unit?.isOpen ? unit : null;
  }

  get #opened(): OpenDatabase {
    if (!this.#open) throw new Error('The database is not open: it opens in onInit() and closes in onShutdown().');
    return this.#open;
  }
}
