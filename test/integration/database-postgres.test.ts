import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { buildProgram } from '../../service/src/testing/build-test-program.js';
import { Database } from '../../service/src/database/database.js';
import { migrate } from '../../service/src/database/migrate.js';
import { migrations } from '../../service/src/parts.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

const source = join(import.meta.dirname, '../../service/src/database');
const names = migrations.map(({ name }) => name);

describe.skipIf(!testDatabaseUrl)('the database on PostgreSQL', () => {
  let schema: OwnSchema;
  beforeAll(async () => {
    schema = await createOwnSchema();
  });
  afterAll(() => schema.drop());

  it('is migrated once when several processes start at the same time', async () => {
    const program = await buildProgram(`
      import { migrate } from ${JSON.stringify(join(source, 'migrate.ts'))};
      process.stdout.write(JSON.stringify(await migrate({ databaseUrl: process.argv[2], dataDir: '.' })));
    `);
    const ran = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, [program, schema.url], { stdio: ['ignore', 'pipe', 'inherit'] });
        const output: Buffer[] = [];
        child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
        const [code] = await once(child, 'close');
        expect(code).toBe(0);
        return JSON.parse(Buffer.concat(output).toString()) as string[];
      }),
    );
    expect(ran.flat()).toEqual(names);
  });

  it('is migrated apart from other schemas of the same database', async () => {
    const other = await createOwnSchema();
    onTestFinished(() => other.drop());
    expect(await migrate({ databaseUrl: other.url, dataDir: '.' })).toEqual(names);
    expect(await migrate({ databaseUrl: other.url, dataDir: '.' })).toEqual([]);
  });

  it('reports an address without a schema', async () => {
    const url = schema.url.replace(schema.name, 'svc_test_missing');
    await expect(migrate({ databaseUrl: url, dataDir: '.' })).rejects.toThrow('DATABASE_URL selects no schema');
  });

  it('returns integers as numbers, and refuses one that is too large instead of rounding it', async () => {
    const database = await schema.open();
    onTestFinished(() => database.onShutdown());
    const { sql, kysely } = database;
    expect((await sql`select 9007199254740991::bigint as n`.execute(kysely)).rows).toEqual([
      { n: Number.MAX_SAFE_INTEGER },
    ]);
    await expect(sql`select 9007199254740993::bigint as n`.execute(kysely)).rejects.toThrow('9007199254740993');
  });

  it('opens new connections when the server closes the old ones', async () => {
    const warnings: string[] = [];
    const database = new Database({
      databaseUrl: `${schema.url}&application_name=svc-lost`,
      dataDir: '.',
      warn: (line) => warnings.push(line),
    });
    await database.onInit();
    onTestFinished(() => database.onShutdown());
    await schema.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc-lost'`);
    while (warnings.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(warnings[0]).toContain('A PostgreSQL connection was lost');
    await database.ping();
  });

  it('answers 503 to requests whose connection was lost, and keeps running', async () => {
    const database = new Database({ databaseUrl: `${schema.url}&application_name=svc-cut`, dataDir: '.' });
    await database.onInit();
    onTestFinished(() => database.onShutdown());
    const work = database.transaction(async (transaction) => {
      await database.sql`select 1`.execute(transaction);
      await schema.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'svc-cut'`);
      await new Promise((resolve) => setTimeout(resolve, 200));
      await database.sql`select 1`.execute(transaction);
    });
    await expect(work).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: 'database-unavailable' });
    await database.ping();
    await expect(database.sql`select * from missing`.execute(database.kysely)).rejects.toThrow(
      'relation "missing" does not exist',
    );
  });

  it('says what to check when nothing listens, without printing the password', async () => {
    const database = new Database({ databaseUrl: 'postgres://svc:pw@127.0.0.1:1/none', dataDir: '.' });
    await expect(database.onInit()).rejects.toThrow(
      'PostgreSQL at postgres://svc:****@127.0.0.1:1/none does not respond: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL.',
    );
    await expect(database.ping()).rejects.toThrow('The database is not open');
  });

  it('has no synchronous transactions, and says what to use', async () => {
    const database = await schema.open();
    onTestFinished(() => database.onShutdown());
    expect(() => database.synchronousTransaction(() => 1)).toThrow('use transaction() on PostgreSQL');
  });
});
