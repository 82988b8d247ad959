import type { Sql, Transaction } from 'kysely';
import type { DatabaseSchema } from './database-schema.js';

/** A transaction that the queries and transactions of everything below it join. */
export class UnitOfWork {
  readonly transaction: Transaction<DatabaseSchema>;
  readonly #sql: Sql;
  #last: Promise<unknown> = Promise.resolve();
  isOpen = true;

  constructor(transaction: Transaction<DatabaseSchema>, sql: Sql) {
    this.transaction = transaction;
    this.#sql = sql;
  }

  /** Runs `work` between a savepoint and its release, after what was nested before it; a failure undoes this work alone. */
  nest<T>(work: (inner: UnitOfWork) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#savepoint(work));
    this.#last = result.catch(() => {});
    return result;
  }

  async #savepoint<T>(work: (inner: UnitOfWork) => Promise<T>): Promise<T> {
    const inner = new UnitOfWork(this.transaction, this.#sql);
    await this.#sql`savepoint nested`.execute(this.transaction);
    try {
      const result = await work(inner);
      await this.#sql`release savepoint nested`.execute(this.transaction);
      return result;
    } catch (error) {
      // A transaction that is already over has nothing to return to.
      await this.#sql`rollback to savepoint nested`.execute(this.transaction).catch(() => {});
      throw error;
    }
  }
}
