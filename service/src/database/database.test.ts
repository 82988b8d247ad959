import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { buildProgram } from '../testing/build-test-program.js';
import { Database } from './database.js';
import { migrate } from './migrate.js';
import { migrations } from '../parts.js';
import { makeTemporaryFolder, openTemporaryDatabase } from '../testing/temporary-database.js';

async function temporaryFolder() {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  return folder.path;
}

const names = migrations.map(({ name }) => name);

describe('the database on SQLite', () => {
  it('is a file in the data folder that only the owner may enter, with write-ahead log, foreign keys and no busy timeout, which would stop the process', async () => {
    const dataDir = join(await temporaryFolder(), 'data');
    const database = new Database({ dataDir });
    await database.onInit();
    onTestFinished(() => database.onShutdown());
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'svc.sqlite'))).isFile()).toBe(true);
    const pragma = async (name: string) =>
      Object.values(
        (await database.sql`pragma ${database.sql.raw(name)}`.execute(database.kysely)).rows[0] as object,
      )[0];
    expect([await pragma('journal_mode'), await pragma('foreign_keys'), await pragma('busy_timeout')]).toEqual([
      'wal',
      1,
      0,
    ]);
  });

  it.each([
    ['full', 2],
    ['normal', 1],
  ] as const)('syncs as the durability %s says, at every start', async (durability, level) => {
    const dataDir = await temporaryFolder();
    for (let start = 0; start < 2; start += 1) {
      const database = new Database({ dataDir, durability });
      await database.onInit();
      const { rows } = await database.sql`pragma synchronous`.execute(database.kysely);
      await database.onShutdown();
      expect(rows).toEqual([{ synchronous: level }]);
    }
  });

  it('says that it is not open, before and after', async () => {
    const database = new Database({ dataDir: await temporaryFolder() });
    expect(() => database.kysely).toThrow('The database is not open');
    await database.onInit();
    await database.ping();
    await database.onShutdown();
    await expect(database.ping()).rejects.toThrow('The database is not open');
    await database.onShutdown();
  });

  it('says what to set when the data folder is none, or the file no database', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'svc.sqlite'), 'no database at all, but long enough to be taken for one'.repeat(100));
    const expected = /^The database in the data folder \S+ cannot be opened: .+\. Set DATA_DIR to a folder/;
    await expect(new Database({ dataDir: folder }).onInit()).rejects.toThrow(expected);
    await expect(new Database({ dataDir: join(folder, 'svc.sqlite') }).onInit()).rejects.toThrow(expected);
  });

  it('rolls back a transaction, of either kind, whose work fails', async () => {
    const database = await openTemporaryDatabase();
    const insert = database.kysely.insertInto('users').values({ name: 'Ada', search_name: 'ADA', tags: '[]' });
    await expect(
      database.transaction(async (transaction) => {
        await transaction.executeQuery(insert.compile());
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await expect(
      database.synchronousTransaction((run) => {
        run(insert.compile());
        throw new Error('neither');
      }),
    ).rejects.toThrow('neither');
    expect(await database.kysely.selectFrom('users').selectAll().execute()).toEqual([]);
  });

  it('runs a synchronous transaction after the asynchronous one that is under way', async () => {
    const database = await openTemporaryDatabase();
    const order: string[] = [];
    let second: Promise<number> | undefined;
    await database.transaction(async (transaction) => {
      second = database.synchronousTransaction(() => order.push('second'));
      await database.sql`select 1`.execute(transaction);
      order.push('first');
    });
    await second;
    expect(order).toEqual(['first', 'second']);
  });

  it('answers reads beside a transaction, and shows only what is committed', async () => {
    const database = await openTemporaryDatabase();
    const titles = () => database.kysely.selectFrom('reports').select('title').execute();
    await database.transaction(async (transaction) => {
      await transaction.insertInto('reports').values({ title: 'new' }).execute();
      expect(await titles()).toEqual([]);
    });
    expect(await titles()).toEqual([{ title: 'new' }]);
  });

  it('gives up on a write that waits for longer than the timeout, and lets the others wait in order', async () => {
    const folder = await temporaryFolder();
    const database = new Database({ dataDir: folder, timeoutMs: 200 });
    await database.onInit();
    onTestFinished(() => database.onShutdown());
    const insert = (title: string) => database.kysely.insertInto('reports').values({ title }).execute();
    const other = new DatabaseSync(join(folder, 'svc.sqlite'));
    onTestFinished(() => other.close());
    other.exec('begin immediate');
    const refused = await Promise.allSettled([insert('a'), insert('b'), database.synchronousTransaction(() => 1)]);
    expect(refused).toMatchObject(Array.from({ length: 3 }, () => ({ reason: { code: 'database-unavailable' } })));
    await database.ping();
    const waiting = Promise.all(['c', 'd', 'e'].map(insert));
    other.exec('commit');
    await waiting;
    expect(await database.kysely.selectFrom('reports').select('title').orderBy('id').execute()).toEqual(
      ['c', 'd', 'e'].map((title) => ({ title })),
    );
  });

  it('is unavailable and not healthy while it is full, keeps no half of a transaction, and recovers', async () => {
    const database = await openTemporaryDatabase();
    const { sql, kysely } = database;
    const limitPages = (pages: number) => sql`pragma max_page_count = ${sql.lit(pages)}`.execute(kysely);
    const insert = (title: string, on: Pick<typeof kysely, 'insertInto'> = kysely) =>
      on.insertInto('reports').values({ title }).returning('id').execute();
    await limitPages(1);
    const unavailable = { code: 'database-unavailable' };
    await expect(insert('x'.repeat(100_000))).rejects.toMatchObject(unavailable);
    await expect(database.ping()).rejects.toMatchObject(unavailable);
    const half = database.transaction(async (transaction) => {
      await insert('first', transaction);
      await insert('x'.repeat(100_000), transaction).catch(() => {});
      await insert('third', transaction);
    });
    await expect(half).rejects.toMatchObject(unavailable);
    expect(await kysely.selectFrom('reports').selectAll().execute()).toEqual([]);
    await limitPages(1_000_000);
    await database.ping();
    await insert('x'.repeat(100_000));
  });

  it('keeps whole numbers whole, and dates and truth values readable', async () => {
    const { sql, kysely } = await openTemporaryDatabase();
    const { rows } =
      await sql`select typeof(${Number.MAX_SAFE_INTEGER}) as kind, ${new Date(0)} as date, ${true} as truth`.execute(
        kysely,
      );
    expect(rows).toEqual([{ kind: 'integer', date: '1970-01-01T00:00:00.000Z', truth: 1 }]);
  });
});

describe('migrations', () => {
  it('run once, in the order of their names', async () => {
    const dataDir = await temporaryFolder();
    expect(await migrate({ dataDir })).toEqual(names);
    expect(await migrate({ dataDir })).toEqual([]);
    expect(names.toSorted()).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
  });

  it('run once when several processes start at the same time', async () => {
    const dataDir = await temporaryFolder();
    const program = await buildProgram(`
      import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))};
      process.stdout.write(JSON.stringify(await migrate({ dataDir: process.argv[2] })));
    `);
    const ran = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
        const output: Buffer[] = [];
        child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
        const [code] = await once(child, 'close');
        return { code, names: JSON.parse(Buffer.concat(output).toString()) as string[] };
      }),
    );
    expect(ran.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(ran.flatMap((each) => each.names)).toEqual(names);
  });

  it('leave a database alone that a newer version has migrated, and say so', async () => {
    const dataDir = await temporaryFolder();
    await migrate({ dataDir });
    const handle = new DatabaseSync(join(dataDir, 'svc.sqlite'));
    handle.exec(`insert into svc_migration values ('9999-future', '2100-01-01')`);
    handle.close();
    await expect(new Database({ dataDir }).onInit()).rejects.toThrow(
      'The database holds migration 9999-future, which is newer than this version of svc. Run the newer version, or use another database.',
    );
  });
});
