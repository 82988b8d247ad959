import type { PoolConfig } from 'pg';
import { maskValue } from '../configuration/mask-value.js';
import type { DatabaseSchema } from './database-schema.js';
import type { DatabaseLimits, Durability, OpenDatabase } from './open-database.js';
import { PostgresPool } from './postgres-pool.js';

/** A decimal integer as a number; throws a RangeError beyond ±(2^53 - 1) rather than round. */
function parseExactInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds the integer ${text}, which a number cannot hold exactly.`);
  return value;
}

const int8 = 20;

/** A pool on a PostgreSQL server that responds. `warn` reports connections lost later. */
export async function openPostgres(
  url: string,
  { durability, timeoutMs, poolSize }: { readonly durability: Durability; readonly poolSize: number } & DatabaseLimits,
  warn: (message: string) => void,
): Promise<OpenDatabase> {
  const [{ default: pg }, kysely] = await Promise.all([import('pg'), import('kysely')]);
  const config: PoolConfig = {
    connectionString: url,
    application_name: 'svc',
    max: poolSize,
    // A server that is alive gives up first, so that a slow statement is a cancelled one and not an unknown one.
    ...(timeoutMs > 0 && { statement_timeout: Math.ceil(timeoutMs * 0.9) }),
    connectionTimeoutMillis: timeoutMs === 0 ? 5_000 : timeoutMs,
    // The session of a connection that died in a transaction holds its locks until the server ends it.
    idle_in_transaction_session_timeout: timeoutMs === 0 ? 30_000 : timeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // full leaves the server's own setting alone.
    ...(durability === 'normal' && { options: '-c synchronous_commit=off' }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 && format !== 'binary' ? parseExactInteger : pg.types.getTypeParser(oid, format as 'text'),
    },
  };
  const pool = new PostgresPool((options) => new pg.Pool(options), config, { timeoutMs, warn });
  await pool.ping().catch(async (error: Error & { readonly code?: string }) => {
    await pool.end();
    throw new Error(
      `PostgreSQL at ${maskValue(url, true)} does not respond: ${error.message || error.code}. Check DATABASE_URL.`,
      { cause: error },
    );
  });
  return {
    dialect: 'postgres',
    kysely: new kysely.Kysely<DatabaseSchema>({ dialect: new kysely.PostgresDialect({ pool: pool.forKysely }) }),
    sql: kysely.sql,
    writer: null,
    checkWrites: () => pool.checkWrites(),
  };
}
