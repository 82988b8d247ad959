import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';
import { ServeProcess } from './serve-process.js';
import { openTestRedis, redisUrl } from './test-redis.js';

describe.skipIf(!testDatabaseUrl)('two processes of the service on one PostgreSQL and one Redis', () => {
  const redis = openTestRedis();
  let schema: OwnSchema;
  let processes: ServeProcess[] = [];
  let settings: Record<string, string>;

  beforeAll(async () => {
    schema = await createOwnSchema();
    settings = {
      DATABASE_URL: schema.url,
      REDIS_URL: redisUrl,
      REDIS_PREFIX: redis.prefix,
      AUTH_SECRET: 'a secret of more than 32 characters',
      JOBS_LEASE_SECONDS: '2',
    };
    processes = await Promise.all([ServeProcess.start(settings), ServeProcess.start(settings)]);
  });

  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await schema?.drop();
    await redis.cleanUp();
  });

  const either = (index: number) => processes[index % 2]!;
  const each = <T>(count: number, work: (one: ServeProcess, index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(either(index), index)));

  it('start together on an empty database and are ready', async () => {
    for (const one of processes) {
      const { status, body } = await one.send('GET', '/health/ready');
      expect([status, body['status']]).toEqual([200, 'up']);
      expect(body['checks']).toMatchObject([{ state: 'up' }, { state: 'up' }, { state: 'up' }, { state: 'up' }]);
    }
  });

  it('have one budget for a limited route', async () => {
    const answers = await each(12, (one) => one.send('GET', '/limits/burst'));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(9).fill(429)]);
  });

  it('run a request with an idempotency key once, and replay the answer in the other process', async () => {
    const headers = { 'Idempotency-Key': 'scale-entry-1' };
    const entry = { memo: 'once', amount: 7 };
    const rush = await each(10, (one) => one.send('POST', '/ledger', entry, headers));
    expect(rush.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const ids = new Set(rush.filter(({ status }) => status === 201).map(({ body }) => body['id']));
    expect(ids.size).toBe(1);
    for (const one of processes) {
      const replay = await one.send('POST', '/ledger', entry, headers);
      expect([replay.status, replay.headers.get('idempotent-replayed'), replay.body['id']]).toEqual([
        201,
        'true',
        ...ids,
      ]);
      expect((await one.send('POST', '/ledger', { ...entry, amount: 8 }, headers)).status).toBe(422);
    }
    const [row] = await schema.query<{ count: number }>(
      "select count(*)::int as count from ledger_entries where memo = 'once'",
    );
    expect(row?.count).toBe(1);
  });

  it('keep one ledger: both see every entry, and simultaneous transfers lose nothing', async () => {
    const before = (await either(0).send('GET', '/ledger')).body['balance'];
    const created = await each(40, (one, index) =>
      one.send('POST', '/ledger', { memo: `entry ${index}`, amount: index }),
    );
    expect(created.every(({ status }) => status === 201)).toBe(true);
    const transfers = await each(40, (one, index) => {
      const kind = index % 4 < 2 ? 'transfer' : 'transfer-sync';
      return one.send('POST', `/ledger/${kind}`, { from: 'a', to: 'b', amount: 5, fail: index % 5 === 0 });
    });
    expect(transfers.filter(({ status }) => status === 201)).toHaveLength(32);
    expect(transfers.filter(({ status }) => status === 409)).toHaveLength(8);
    const balances = await Promise.all(
      processes.map(async (one) => (await one.send('GET', '/ledger')).body['balance']),
    );
    expect(balances).toEqual([Number(before) + 780, Number(before) + 780]);
    const [row] = await schema.query<{ rows: number; sum: number }>(
      'select count(*)::int as rows, sum(amount)::int as sum from ledger_entries',
    );
    expect(row).toEqual({ rows: 1 + 40 + 64, sum: balances[0] });
  });

  it('share the cache', async () => {
    expect((await either(0).send('PUT', '/cache/shared', { data: { by: 'the first' } })).status).toBe(200);
    expect((await either(1).send('GET', '/cache/shared')).body).toMatchObject({ data: { by: 'the first' } });
  });

  it('run every job once, whichever process accepted it', async () => {
    const receipts = await each(30, (one, index) => one.send('POST', '/jobs/thumbnails', { width: 16 + index }));
    const jobs = await Promise.all(receipts.map((receipt, index) => either(index + 1).finishJob(receipt.body['id'])));
    expect(jobs).toMatchObject(receipts.map((_, index) => ({ state: 'completed', result: { width: 16 + index } })));
    const client = await redis.connection.client();
    const begun = await Promise.all(
      jobs.map(({ id }) => client.hget(redis.connection.key(`jobs:thumbnails:${String(id)}`), 'ats')),
    );
    expect(begun).toEqual(jobs.map(() => '1'));
  });

  it('lose nothing when one of them is killed while it works', async () => {
    const receipts = await each(40, (one, index) =>
      one.send('POST', '/jobs/thumbnails', { width: 256 + index, format: 'avif' }),
    );
    expect(await either(1).stop('SIGKILL')).toBe('SIGKILL');
    const jobs = await Promise.all(receipts.map((receipt) => either(0).finishJob(receipt.body['id'])));
    expect(jobs).toMatchObject(receipts.map((_, index) => ({ state: 'completed', result: { width: 256 + index } })));
    processes[1] = await ServeProcess.start(settings);
    expect((await either(1).send('GET', '/cache/shared')).body).toMatchObject({ data: { by: 'the first' } });
  });
});

describe('two worker processes on one machine without Redis', () => {
  let service: ServeProcess;
  beforeAll(async () => {
    service = await ServeProcess.start({}, ['--workers', '2']);
  });
  afterAll(async () => {
    await service?.stop();
  });

  it('have one budget and one answer per idempotency key', async () => {
    const burst = await Promise.all(
      Array.from({ length: 12 }, () => service.send('GET', '/limits/burst', undefined, { Connection: 'close' })),
    );
    expect(burst.filter(({ status }) => status === 200)).toHaveLength(3);
    const headers = { 'Idempotency-Key': 'workers-1', Connection: 'close' };
    const entries = await Promise.all(
      Array.from({ length: 12 }, () => service.send('POST', '/ledger', { memo: 'once', amount: 1 }, headers)),
    );
    expect(new Set(entries.filter(({ status }) => status === 201).map(({ body }) => body['id'])).size).toBe(1);
    expect((await service.send('GET', '/ledger')).body).toMatchObject({ balance: 1 });
  });
});
