import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { Client, type QueryResultRow } from 'pg';
import { Database } from '../../service/src/database/database.js';

/** The address of the PostgreSQL server to test against, from TEST_DATABASE_URL; undefined when it is not set. */
export const testDatabaseUrl = process.env['TEST_DATABASE_URL'];

if (!testDatabaseUrl) process.stderr.write('TEST_DATABASE_URL is not set: the tests on PostgreSQL are skipped.\n');

export interface OwnSchema {
  readonly url: string;
  readonly name: string;
  open(): Promise<Database>;
  query<Row extends QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  drop(): Promise<void>;
}

/** Creates a schema, and an address that sees only that schema. */
export async function createOwnSchema(): Promise<OwnSchema> {
  const name = `svc_test_${randomBytes(6).toString('hex')}`;
  const url = new URL(testDatabaseUrl!);
  url.searchParams.set('options', `-c search_path=${name}`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create schema ${name}`);
  return {
    url: url.href,
    name,
    async open() {
      const database = new Database({ databaseUrl: url.href, dataDir: tmpdir() });
      await database.onInit();
      return database;
    },
    query: async <Row extends QueryResultRow>(text: string, values?: unknown[]) =>
      (await client.query<Row>(text, values)).rows,
    async drop() {
      await client.query(`drop schema ${name} cascade`);
      await client.end();
    },
  };
}
