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
    dialect ??= dialectOf(kysely);
    return { kysely, dialect, sql };
  };
}

/** How a dialect quotes a name and writes a parameter. */
const dialects: Readonly<Record<string, SqlDialect>> = { '"a"=?': 'sqlite', '"a"=$1': 'postgres', '`a`=?': 'mysql' };

/**
 * The dialect of what a Kysely writes: its classes may come from another copy of the package, such as the one in CommonJS, or from no copy. Throws a
 * TypeError for a database that is neither SQLite, PostgreSQL nor MySQL.
 */
export function dialectOf<DB>(kysely: Kysely<DB>): SqlDialect {
  const { adapter } = kysely.getExecutor();
  const query = (kysely as unknown as Kysely<{ t: { a: number } }>).selectFrom('t').select('a').where('a', '=', 1);
  const { sql } = query.compile();
  const dialect = dialects[sql.slice(sql.lastIndexOf('where ') + 'where '.length).replaceAll(/[\s.]/g, '')];
  const returns = dialect === 'mysql' || adapter.supportsReturning;
  if (dialect && returns && (dialect !== 'postgres' || adapter.supportsTransactionalDdl)) return dialect;
  throw new TypeError(
    `The stores work on SQLite, PostgreSQL and MySQL, and this Kysely has a ${adapter.constructor.name}. Give them a Kysely with one of those dialects.`,
  );
}
