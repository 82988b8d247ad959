import type { PostgresPool } from 'kysely';
import type { Pool } from 'pg';
import { maskValue } from '../configuration/mask-value.js';
import type { DatabaseSchema } from './database-schema.js';
import type { OpenDatabase } from './open-database.js';
import { parseExactInteger } from './parse-exact-integer.js';
import { refuseWhenLost } from './refuse-when-lost.js';

const int8 = 20;

/** A pool on a PostgreSQL address that answers. `warn` hears of connections that are lost later. */
export async function openPostgres(url: string, warn: (message: string) => void): Promise<OpenDatabase> {
  const [{ default: pg }, kysely] = await Promise.all([import('pg'), import('kysely')]);
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'svc',
    max: 10,
    connectionTimeoutMillis: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === int8 && format !== 'binary' ? parseExactInteger : pg.types.getTypeParser(oid, format as 'text'),
    },
  });
  // Without a listener of its own, a connection lost while it is in use would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => warn(`A PostgreSQL connection was lost: ${error.message}`)),
  );
  pool.on('error', () => {});
  await pool.query('select 1').catch(async (error: Error & { readonly code?: string }) => {
    await pool.end();
    throw new Error(
      `PostgreSQL at ${maskValue(url, true)} does not answer: ${error.message || error.code}. Check DATABASE_URL.`,
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

/** The same pool, whose connection failures are refusals with 503. */
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
