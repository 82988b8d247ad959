import type { Kysely, Sql } from 'kysely';
import type { StoresTables } from './migrations/tables.js';

export type SqlDialect = 'sqlite' | 'postgres' | 'mysql';

/** A Kysely instance with any tables, or a function that returns the one to use now, such as the transaction of the running call. */
export type KyselySource<DB> = Kysely<DB> | (() => Kysely<DB>);

/** What every store on SQL takes. */
export interface SqlStoreOptions {
  /** Milliseconds since 1970; `Date.now` by default. */
  readonly now?: () => number;
}

export interface OpenSql {
  readonly kysely: Kysely<StoresTables>;
  readonly dialect: SqlDialect;
  readonly sql: Sql;
}

/** Loads Kysely with the first query, so that a store costs nothing before it is used. */
export function openSql<DB>(source: KyselySource<DB>): () => Promise<OpenSql> {
  let dialect: SqlDialect | undefined;
  return async () => {
    const kysely = (typeof source === 'function' ? source() : source) as unknown as Kysely<StoresTables>;
    const { sql } = await import('kysely');
    dialect ??= await dialectOf(kysely);
    return { kysely, dialect, sql };
  };
}

/** Throws a TypeError for a database that is neither SQLite, PostgreSQL nor MySQL. */
export async function dialectOf<DB>(kysely: Kysely<DB>): Promise<SqlDialect> {
  const { MysqlAdapter, PostgresAdapter, SqliteAdapter } = await import('kysely');
  const { adapter } = kysely.getExecutor();
  if (adapter instanceof SqliteAdapter) return 'sqlite';
  if (adapter instanceof PostgresAdapter) return 'postgres';
  if (adapter instanceof MysqlAdapter) return 'mysql';
  throw new TypeError(
    `The stores work on SQLite, PostgreSQL and MySQL, and this Kysely has a ${adapter.constructor.name}. Give them a Kysely with one of those dialects, from the same copy of the package kysely.`,
  );
}
