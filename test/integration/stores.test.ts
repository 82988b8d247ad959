import { randomBytes } from 'node:crypto';
import { Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createConnection, createPool } from 'mysql2';
import { Pool } from 'pg';
import { describe } from 'vitest';
import { describeSqlStores, type TrialDatabase } from '../../stores/src/testing/sql-stores.suite.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

/** The address of the MySQL or MariaDB server to test against; its user may create databases. */
const mysqlUrl = process.env['TEST_MYSQL_URL'];

if (!mysqlUrl) process.stderr.write('TEST_MYSQL_URL is not set: the tests on MySQL are skipped.\n');

async function openPostgres(): Promise<TrialDatabase> {
  const schema = await createOwnSchema();
  const pool = new Pool({ connectionString: schema.url });
  const kysely: TrialDatabase['kysely'] = new Kysely({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await kysely.destroy();
    await schema.drop();
  };
  return { kysely, close };
}

async function openMysql(): Promise<TrialDatabase> {
  const name = `svc_test_${randomBytes(6).toString('hex')}`;
  const server = createConnection(mysqlUrl!).promise();
  await server.query(`create database ${name}`);
  const url = new URL(mysqlUrl!);
  url.pathname = `/${name}`;
  const kysely: TrialDatabase['kysely'] = new Kysely({ dialect: new MysqlDialect({ pool: createPool(url.href) }) });
  const close = async () => {
    await kysely.destroy();
    await server.query(`drop database ${name}`);
    await server.end();
  };
  return { kysely, close };
}

describe.skipIf(!testDatabaseUrl)('PostgreSQL', () => describeSqlStores('PostgreSQL', openPostgres));
describe.skipIf(!mysqlUrl)('MySQL', () => describeSqlStores('MySQL', openMysql));
