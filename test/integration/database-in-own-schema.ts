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

const dayMs = 24 * 60 * 60 * 1_000;

/** A name with the time, so that a later run finds what an interrupted one has left. */
const newName = () => `svc_test_${Date.now().toString(36)}_${randomBytes(6).toString('hex')}`;

let swept: Promise<void> | undefined;

/** Drops schemas that are older than a day. */
async function dropLeftovers(client: Client): Promise<void> {
  const { rows } = await client.query<{ nspname: string }>(String.raw`
    select nspname from pg_namespace where nspname ~ '^svc_test_[0-9a-z]+_[0-9a-f]{12}$'`);
  for (const { nspname } of rows) {
    const made = Number.parseInt(nspname.split('_')[2]!, 36);
    if (Date.now() - made > dayMs) await client.query(`drop schema if exists ${nspname} cascade`);
  }
}

/** Creates a schema, and an address that sees only that schema. */
export async function createOwnSchema(): Promise<OwnSchema> {
  const name = newName();
  const url = new URL(testDatabaseUrl!);
  url.searchParams.set('options', `-c search_path=${name}`);
  const client = new Client({ connectionString: url.href });
  await client.connect();
  await (swept ??= dropLeftovers(client));
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
