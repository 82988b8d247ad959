import { migrations } from '@svckit/stores';
import { afterAll, expect, it } from 'vitest';
import { openTestDatabase } from '../service/src/testing/open-test-database.js';

const { database, close } = await openTestDatabase();
afterAll(close);

it('a database of the bundled service knows the migrations of the stores by the names that it has always had', async () => {
  const { sql, kysely } = database;
  const { rows } = await sql<{ name: string }>`select name from svc_migration order by name`.execute(kysely);
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['0020-shared-state', '0040-usage']));
  expect(names).toEqual(expect.arrayContaining(Object.keys(migrations)));
});

it('the tables are those that databases of earlier versions have', async () => {
  const { sql, kysely } = database;
  const tables = ['throttle_hits', 'idempotency_keys', 'usage_calls', 'usage_members', 'usage_writers'];
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where type = 'table' and name in (${sql.join(tables)}) order by name`.execute(kysely);
  expect(rows.map((row) => row.sql)).toMatchInlineSnapshot(`
    [
      "CREATE TABLE "idempotency_keys" ("key" text primary key, "fingerprint" text not null, "response" text not null, "expires_at" bigint not null)",
      "CREATE TABLE "throttle_hits" ("key" text primary key, "hits" bigint not null, "resets_at" bigint not null)",
      "CREATE TABLE "usage_calls" ("day" text not null, "version" text not null, "operation" text not null, "kind" text not null, "consumer" text not null, "calls" bigint not null, "refused" bigint not null, "first_at" bigint not null, "last_at" bigint not null, constraint "usage_calls_key" primary key ("day", "version", "operation", "kind", "consumer"))",
      "CREATE TABLE "usage_members" ("day" text not null, "version" text not null, "operation" text not null, "kind" text not null, "consumer" text not null, "calls" bigint not null, "member" text not null, constraint "usage_members_key" primary key ("day", "version", "operation", "kind", "consumer", "member"))",
      "CREATE TABLE "usage_writers" ("writer" text primary key, "sequence" bigint not null, "written_at" bigint not null)",
    ]
  `);
});
