import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely';
import { bindable } from './bindable.js';
import { DatabaseUnavailable } from './database-unavailable.js';
import type { SqliteHandle, SqliteWriter, Turn } from './sqlite-writer.js';

type Kysely = typeof import('kysely');

export interface SqliteHandles {
  readonly writer: SqliteWriter;
  /** A second handle, so that reads see committed rows only and wait for no transaction. */
  readonly reader: SqliteHandle;
}

/** Kysely over handles with node:sqlite's interface; transactions are immediate, so that a reader never fails when it starts to write. */
export function createSqliteDialect(handles: SqliteHandles, kysely: Kysely): Dialect {
  class TransactionalAdapter extends kysely.SqliteAdapter {
    override get supportsTransactionalDdl(): boolean {
      return true;
    }
  }
  return {
    createDriver: () => new SqliteDriver(handles),
    createAdapter: () => new TransactionalAdapter(),
    createQueryCompiler: () => new kysely.SqliteQueryCompiler(),
    createIntrospector: (database) => new kysely.SqliteIntrospector(database),
  };
}

class SqliteDriver implements Driver {
  readonly #handles: SqliteHandles;

  constructor(handles: SqliteHandles) {
    this.#handles = handles;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    return new SqliteConnection(this.#handles);
  }

  beginTransaction(connection: SqliteConnection): Promise<void> {
    return connection.begin();
  }

  commitTransaction(connection: SqliteConnection): Promise<void> {
    return connection.commit();
  }

  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.rollback();
  }

  async destroy(): Promise<void> {
    this.#handles.reader.close();
    this.#handles.writer.handle.close();
  }
}

const reading = /^\s*(select|values|explain)\b/i;

/** Reads at once; writes and transactions wait for their turn. */
class SqliteConnection implements DatabaseConnection {
  readonly #writer: SqliteWriter;
  readonly #reader: SqliteHandle;
  #turn: Turn | null = null;
  #failure: DatabaseUnavailable | null = null;

  constructor({ writer, reader }: SqliteHandles) {
    this.#writer = writer;
    this.#reader = reader;
  }

  async begin(): Promise<void> {
    const turn = await this.#writer.takeTurn();
    try {
      await this.#writer.begin(turn);
      this.#turn = turn;
      this.#failure = null;
    } catch (error) {
      turn.end();
      throw error;
    }
  }

  async commit(): Promise<void> {
    this.#refuseEnded();
    await this.#writer.commit();
    this.rollback();
  }

  /** Ends the turn; does nothing else outside a transaction. */
  rollback(): void {
    if (!this.#turn) return;
    this.#writer.rollback();
    this.#turn.end();
    this.#turn = null;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turn) return this.#executeInTransaction(query);
    if (reading.test(query.sql))
      return this.#writer.attempt(() => run<Row>(this.#reader, query), { deadline: this.#writer.deadline() });
    const turn = await this.#writer.takeTurn();
    try {
      return await this.#writer.attempt(() => run<Row>(this.#writer.handle, query), {
        deadline: turn.deadline,
        commits: true,
      });
    } finally {
      turn.end();
    }
  }

  // oxlint-disable-next-line require-yield
  async *streamQuery(): AsyncGenerator<never> {
    throw new Error('Queries on SQLite are not streamed; use execute().');
  }

  async #executeInTransaction<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    this.#refuseEnded();
    try {
      return await this.#writer.runAtOnce(() => run<Row>(this.#writer.handle, query));
    } catch (error) {
      if (error instanceof DatabaseUnavailable) this.#failure = error;
      throw error;
    }
  }

  /** A full disk may have ended the transaction: what follows must not run without it. */
  #refuseEnded(): void {
    if (this.#failure) throw this.#failure;
    if (!this.#writer.handle.isTransaction)
      throw new DatabaseUnavailable(new Error('SQLite has ended the transaction'));
  }
}

function run<Row>(handle: SqliteHandle, { sql, parameters }: CompiledQuery): QueryResult<Row> {
  const statement = handle.prepare(sql);
  const values = parameters.map(bindable);
  if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] };
  const { changes, lastInsertRowid } = statement.run(...values);
  return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
}
