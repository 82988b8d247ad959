import { describe, expect, it, onTestFinished } from 'vitest';
import { Database } from '../../service/src/database/database.js';
import { createOwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { ServeProcess } from './serve-process.js';
import { TcpGate } from './tcp-gate.js';

const timeoutMs = 1_000;

async function openGate() {
  const schema = await createOwnSchema();
  onTestFinished(() => schema.drop());
  const { hostname, port } = new URL(schema.url);
  const gate = new TcpGate({ host: hostname, port: Number(port || 5_432) });
  await gate.open();
  onTestFinished(() => gate.shut());
  return { schema, gate };
}

async function openThroughGate() {
  const { schema, gate } = await openGate();
  const database = new Database({ databaseUrl: gate.through(schema.url), dataDir: '.', timeoutMs });
  await database.onInit();
  onTestFinished(() => database.onShutdown());
  /** Fills the pool: ten statements at once, each on a connection of its own. */
  const fillPool = () =>
    Promise.allSettled(Array.from({ length: 10 }, () => database.sql`select pg_sleep(0.1)`.execute(database.kysely)));
  await fillPool();
  return { schema, gate, database, fillPool };
}

const insert = (database: Database) => database.kysely.insertInto('reports').values({ title: 'written' }).execute();

describe.skipIf(!testDatabaseUrl)('connections to PostgreSQL that died without a word', () => {
  it.each(['blackhole', 'dropSilently'] as const)(
    'leave the pool within the timeout (%s), all ten of them',
    async (how) => {
      const { gate, database, fillPool } = await openThroughGate();
      gate[how]();
      const start = performance.now();
      const [first] = await Promise.allSettled([database.ping(), fillPool()]);
      expect(first).toMatchObject({ status: 'rejected', reason: { code: 'database-unavailable' } });
      const after = await fillPool();
      expect(after.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'fulfilled'));
      expect(performance.now() - start).toBeLessThan(2 * timeoutMs + 1_000);
    },
  );

  it('cost one request: the others get new connections at once', async () => {
    const { gate, database } = await openThroughGate();
    gate.blackhole();
    await expect(database.ping()).rejects.toMatchObject({ code: 'database-unavailable' });
    const start = performance.now();
    for (let time = 0; time < 10; time += 1) await database.ping();
    expect(performance.now() - start).toBeLessThan(timeoutMs);
  });

  it('are refused within the timeout while the server accepts connections and never answers, and work again afterwards', async () => {
    const { gate, database } = await openThroughGate();
    gate.freeze();
    for (let time = 0; time < 2; time += 1) {
      const start = performance.now();
      await expect(database.ping()).rejects.toMatchObject({ code: 'database-unavailable' });
      expect(performance.now() - start).toBeLessThan(timeoutMs + 500);
    }
    gate.thaw();
    await database.ping();
  });

  it('leave the outcome of a change without a transaction unknown', async () => {
    const { gate, database } = await openThroughGate();
    gate.blackhole();
    await expect(insert(database)).rejects.toMatchObject({ code: 'outcome-unknown' });
  });

  it('leave the outcome of a transaction unknown only if they die during the commit', async () => {
    const { schema, gate, database } = await openThroughGate();
    const write = (beforeEnd: () => void) =>
      database.transaction(async (transaction) => {
        await transaction.insertInto('reports').values({ title: 'written' }).execute();
        beforeEnd();
      });
    const deadBefore = database.transaction(async (transaction) => {
      gate.dropSilently();
      await transaction.insertInto('reports').values({ title: 'written' }).execute();
    });
    await expect(deadBefore).rejects.toMatchObject({ code: 'database-unavailable' });
    await expect(write(() => gate.dropSilently())).rejects.toMatchObject({ code: 'outcome-unknown' });
    expect(await schema.query('select * from reports')).toEqual([]);
    await write(() => {});
    expect(await schema.query('select title from reports')).toEqual([{ title: 'written' }]);
  });

  it('hold the locks of their transaction no longer than the timeout', async () => {
    const { gate, database } = await openThroughGate();
    const dead = database.transaction(async (transaction) => {
      await database.sql`lock table reports in exclusive mode`.execute(transaction);
      // The server's side of the connection stays open, so the server believes that the transaction goes on.
      gate.blackhole();
      await transaction.selectFrom('reports').selectAll().execute();
    });
    const start = performance.now();
    await expect(dead).rejects.toMatchObject({ code: 'database-unavailable' });
    const refusals: unknown[] = [];
    for (;;) {
      const refusal = await insert(database).then(
        () => null,
        (error: { readonly code?: unknown }) => error.code,
      );
      if (refusal === null) break;
      refusals.push(refusal);
    }
    expect(new Set(refusals)).toEqual(refusals.length === 0 ? new Set() : new Set(['database-unavailable']));
    expect(performance.now() - start).toBeLessThan(4 * timeoutMs);
  });

  it('a statement that waits for a lock is cancelled, and its connection stays', async () => {
    const { schema, database } = await openThroughGate();
    await schema.query('begin');
    await schema.query('lock table reports');
    await expect(insert(database)).rejects.toMatchObject({ code: 'database-unavailable' });
    await schema.query('rollback');
    await insert(database);
    expect(await schema.query('select title from reports')).toEqual([{ title: 'written' }]);
  });

  it('a service answers 503 meanwhile, says when nobody knows, and stops on SIGTERM', async () => {
    const { schema, gate } = await openGate();
    const service = await ServeProcess.start({
      DATABASE_URL: gate.through(schema.url),
      DATABASE_TIMEOUT_MS: String(timeoutMs),
      AUTH_SECRET: 'a secret of more than 32 characters',
      LOG_LEVEL: 'fatal',
    });
    onTestFinished(async () => void (await service.stop('SIGKILL')));
    expect(await service.send('POST', '/users', { name: 'Ada' })).toMatchObject({ status: 201 });
    gate.blackhole();
    // One statement, which may have run.
    const unknown = await service.send('POST', '/jobs/thumbnails', {});
    expect(unknown).toMatchObject({ status: 503, body: { code: 'outcome-unknown' } });
    expect(unknown.headers.get('Retry-After')).toBe('1');
    expect(await service.send('GET', '/users')).toMatchObject({ status: 200 });
    gate.blackhole();
    // A transaction, which was not committed.
    const refused = await service.send('POST', '/users', { name: 'Grace' });
    expect(refused).toMatchObject({ status: 503, body: { code: 'database-unavailable' } });
    expect(await service.send('GET', '/users')).toMatchObject({ status: 200 });

    gate.freeze();
    const pending = service.send('GET', '/users').catch(() => null);
    const start = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - start).toBeLessThan(15_000);
    await pending;
  });
});
