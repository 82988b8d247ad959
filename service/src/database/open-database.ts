import type { Kysely, Sql } from 'kysely';
import type { DatabaseSchema } from './database-schema.js';
import { openPostgres } from './open-postgres.js';
import { openSqlite } from './open-sqlite.js';
import type { SqliteWriter } from './sqlite-writer.js';

export type DatabaseDialect = 'sqlite' | 'postgres';

export type Durability = 'full' | 'normal';

export interface DatabaseLimits {
  /** How long a statement, a lock or a free connection is waited for; 0 is without end. */
  readonly timeoutMs: number;
}

export interface DatabaseOptions extends Partial<DatabaseLimits> {
  /** A postgres:// URL; without it the database is a file in the data folder. */
  readonly databaseUrl?: string | undefined;
  readonly dataDir: string;
  /** full by default: a committed transaction survives a power failure. normal may lose the last ones. */
  readonly durability?: Durability | undefined;
  /** PostgreSQL only: the most connections of this process; 10 by default. */
  readonly poolSize?: number | undefined;
  readonly warn?: (message: string) => void;
}

export interface OpenDatabase {
  readonly dialect: DatabaseDialect;
  readonly kysely: Kysely<DatabaseSchema>;
  readonly sql: Sql;
  /** The only writer of SQLite in this process; null on PostgreSQL. */
  readonly writer: SqliteWriter | null;
  /** Rejects while writes fail. */
  checkWrites(): Promise<void>;
}

export function openDatabase({
  databaseUrl,
  dataDir,
  durability = 'full',
  timeoutMs = 5_000,
  poolSize = 10,
  warn = () => {},
}: DatabaseOptions): Promise<OpenDatabase> {
  return databaseUrl === undefined
    ? openSqlite(dataDir, { durability, timeoutMs })
    : openPostgres(databaseUrl, { durability, timeoutMs, poolSize }, warn);
}
