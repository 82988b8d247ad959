import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import { DatabaseUnavailable } from './database-unavailable.js';
import { maskValue } from '../configuration/mask-value.js';
import type { DatabaseSchema } from './database-schema.js';
import type { Durability, OpenDatabase } from './open-database.js';

type Warn = (message: string) => void;

/** Resolves to the database's result; turns a lost connection into a DatabaseUnavailable. */
async function refuseWhenLost<T>(
  answer: Promise<T>,
  warn: Warn,
  isLoss: (error: Error) => boolean = isConnectionLoss,
): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || !isLoss(error)) throw error;
    warn(`The database does not respond: ${error.message || (error as NodeJS.ErrnoException).code}`);
    throw new DatabaseUnavailable(error);
  }
}

/** SQLSTATE classes 08 (connection), 53 (resources) and 57P (shutdown), socket errors, and pg's messages for a lost connection. */
function isConnectionLoss(error: Error & { readonly code?: string }): boolean {
  return (
    /^(08|53|57P|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET)/.test(error.code ?? '') ||
    /connection (terminated|error)|not queryable|client was closed/i.test(error.message)
  );
}

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
  durability: Durability,
  warn: (message: string) => void,
): Promise<OpenDatabase> {
  const [{ default: pg }, kysely] = await Promise.all([import('pg'), import('kysely')]);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'svc',
    max: 10,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    // full leaves the server's own setting alone.
    ...(durability === 'normal' && { options: '-c synchronous_commit=off' }),
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 && format !== 'binary' ? parseExactInteger : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // Without a listener, a connection lost while in use would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => warn(`A PostgreSQL connection was lost: ${error.message}`)),
  );
  pool.on('error', () => {});
  await pool.query('select 1').catch(async (error: Error & { readonly code?: string }) => {
    await pool.end();
    throw new Error(
      `PostgreSQL at ${maskValue(url, true)} does not respond: ${error.message || error.code}. Check DATABASE_URL.`,
      { cause: error },
    );
  });
  return {
    dialect: 'postgres',
    kysely: new kysely.Kysely<DatabaseSchema>({
      dialect: new kysely.PostgresDialect({ pool: refusingPool(pool, warn) }),
    }),
    sql: kysely.sql,
    handle: null,
  };
}

/** The same pool, with connection failures turned into DatabaseUnavailable. */
function refusingPool(pool: Pool, warn: (message: string) => void): PostgresPool {
  return {
    end: () => pool.end(),
    async connect() {
      const client = await refuseWhenLost(pool.connect(), warn, () => true);
      return {
        release: () => client.release(),
        query: (...parameters: unknown[]) => {
          const result: unknown = Reflect.apply(client.query, client, parameters);
          return (result instanceof Promise ? refuseWhenLost(result, warn) : result) as never;
        },
      };
    },
  };
}
