import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseJobQueue } from './database-job-queue.js';
import { describeJobQueue, type Sum, type Total } from './job-queue.suite.js';
import { newJobId } from './job-id.js';
import { JobTable } from './job-table.js';
import { openTestDatabase } from '../testing/open-test-database.js';

const { database, close } = await openTestDatabase();
afterAll(close);
const log = { warn: () => {} };

describeJobQueue('SQLite', (name, policy) => new DatabaseJobQueue<Sum, Total>({ name, database, policy, log }));

describe('the lease of a job', () => {
  const policy = { leaseMs: 1_000, keepMs: 60_000 };
  const open = (queue: string) => {
    const clock = { now: Date.UTC(2026, 0, 1) };
    return { clock, table: new JobTable({ database, queue, policy, now: () => clock.now }) };
  };

  it('passes to the next worker when its holder falls silent, and only the new holder can finish the job', async () => {
    const { clock, table } = open('silent');
    await table.insert('silent-1', {});
    const first = await table.take('first');
    expect(await table.take('second')).toBeNull();
    clock.now += 1_001;
    const second = await table.take('second');
    expect(second).toMatchObject({ id: 'silent-1', attempts: 2 });
    expect(await table.complete(first!, 'late')).toBe(false);
    expect(await table.extend(first!)).toBe(false);
    expect(await table.complete(second!, 'in time')).toBe(true);
    expect(await table.complete(second!, 'twice')).toBe(false);
    expect(await table.find('silent-1')).toMatchObject({ state: 'completed', result: 'in time' });
  });

  it('lasts as long as its holder extends it', async () => {
    const { clock, table } = open('extended');
    await table.insert('extended-1', {});
    const job = await table.take('first');
    for (let beat = 0; beat < 5; beat += 1) {
      clock.now += 900;
      expect(await table.extend(job!)).toBe(true);
    }
    expect(await table.take('second')).toBeNull();
  });

  it('is not given for a job that waits for its next attempt', async () => {
    const { clock, table } = open('backoff');
    await table.insert('backoff-1', {});
    await table.retry((await table.take('first'))!, 5_000);
    clock.now += 4_999;
    expect(await table.take('second')).toBeNull();
    clock.now += 1;
    expect(await table.take('second')).toMatchObject({ attempts: 2 });
  });

  it('clears finished jobs when they have been kept long enough, and no others', async () => {
    const { clock, table } = open('cleared');
    for (const id of ['cleared-done', 'cleared-waiting']) await table.insert(id, {});
    await table.complete((await table.take('first'))!, null);
    clock.now += 59_999;
    await table.clearFinished();
    expect(await table.find('cleared-done')).not.toBeNull();
    clock.now += 1;
    await table.clearFinished();
    expect(await table.find('cleared-done')).toBeNull();
    expect(await table.find('cleared-waiting')).not.toBeNull();
  });

  it('gives up a job that stops every worker', async () => {
    const queue = 'poison';
    const id = newJobId();
    const { clock, table } = open(queue);
    await table.insert(id, {});
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      expect(await table.take(`worker ${attempt}`)).toMatchObject({ attempts: attempt });
      clock.now += 1_001;
    }
    const quick = { concurrency: 1, attempts: 3, backoffMs: 1, leaseMs: 1_000, keepMs: 60_000, pollMs: 10 };
    const jobs = new DatabaseJobQueue<unknown, never>({
      name: queue,
      database,
      policy: quick,
      log,
      now: () => clock.now,
    });
    let begun = 0;
    jobs.startWorker(async () => {
      begun += 1;
      throw new Error('never');
    });
    while ((await jobs.find(id))?.state !== 'failed') await sleep(10);
    await jobs.close();
    expect(await table.find(id)).toMatchObject({
      failedReason: 'The worker stopped 3 times before the job was done.',
    });
    expect(begun).toBe(0);
  });
});
