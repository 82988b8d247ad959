import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { JobPolicy, JobQueue, JobStatus } from './job-queue.js';

export interface Sum {
  readonly of: readonly number[];
}
export interface Total {
  readonly total: number;
}

const quick: JobPolicy = { concurrency: 2, attempts: 3, backoffMs: 20, leaseMs: 1_000, keepMs: 60_000, pollMs: 20 };
const add = async ({ of }: Sum): Promise<Total> => ({ total: of.reduce((sum, each) => sum + each, 0) });

/** Resolves with a job's status once it has finished. */
export async function finished<R>(queue: Pick<JobQueue<never, R>, 'find'>, id: string): Promise<JobStatus<R>> {
  for (let tries = 0; tries < 500; tries += 1) {
    const status = await queue.find(id);
    if (status?.state === 'completed' || status?.state === 'failed') return status;
    await sleep(20);
  }
  throw new Error(`Job ${id} did not finish.`);
}

/** The suite that every job queue passes; `open` gives one more process's view of the queue `name`. */
export function describeJobQueue(name: string, open: (name: string, policy: JobPolicy) => JobQueue<Sum, Total>): void {
  describe(`${name} as a job queue`, () => {
    let count = 0;
    const opened: JobQueue<Sum, Total>[] = [];
    const newName = () => `sums${(count += 1)}`;
    const openOne = (queue = newName(), policy: Partial<JobPolicy> = {}) => {
      const one = open(queue, { ...quick, ...policy });
      opened.push(one);
      return one;
    };
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((queue) => queue.close()));
    });

    it('answers at once, with the job waiting', async () => {
      const queue = openOne();
      const status = await queue.enqueue({ of: [1, 2] });
      expect(status).toEqual({
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        state: 'waiting',
        result: null,
        failedReason: null,
      });
      expect(await queue.find(status.id)).toEqual(status);
    });

    it('returns nothing for an id that it did not assign', async () => {
      const queue = openOne();
      expect(await queue.find('00000000-0000-4000-8000-000000000000')).toBeNull();
      for (const id of ['nothing', 'meta', 'wait', '1', '*', 'x\u0000y', 'ü'.repeat(10_000)])
        expect(await queue.find(id)).toBeNull();
    });

    it('shows the result of a job that was done', async () => {
      const queue = openOne();
      queue.startWorker(add);
      const { id } = await queue.enqueue({ of: [1, 2, 39] });
      expect(await finished(queue, id)).toEqual({ id, state: 'completed', result: { total: 42 }, failedReason: null });
    });

    it('shows a job as active while it is worked', async () => {
      const queue = openOne();
      const gate = new EventTarget();
      queue.startWorker(async (sum) => {
        await new Promise((resolve) => {
          gate.addEventListener('open', resolve);
        });
        return add(sum);
      });
      const { id } = await queue.enqueue({ of: [1] });
      while ((await queue.find(id))?.state === 'waiting') await sleep(10);
      expect(await queue.find(id)).toEqual({ id, state: 'active', result: null, failedReason: null });
      gate.dispatchEvent(new Event('open'));
      expect((await finished(queue, id)).state).toBe('completed');
    });

    it('tries a failed job again, each time later', async () => {
      const queue = openOne(undefined, { backoffMs: 100 });
      const begun: number[] = [];
      queue.startWorker(async (sum) => {
        begun.push(performance.now());
        if (begun.length < 3) throw new Error('not yet');
        return add(sum);
      });
      const { id } = await queue.enqueue({ of: [7] });
      expect(await finished(queue, id)).toMatchObject({ state: 'completed', result: { total: 7 }, failedReason: null });
      const [first = 0, second = 0, third = 0] = begun;
      expect(second - first).toBeGreaterThanOrEqual(99);
      expect(third - second).toBeGreaterThanOrEqual(199);
    });

    it('gives up after the last attempt and says why', async () => {
      const queue = openOne();
      let attempts = 0;
      queue.startWorker(async () => {
        attempts += 1;
        throw new Error(`no ink (${attempts})`);
      });
      const { id } = await queue.enqueue({ of: [] });
      expect(await finished(queue, id)).toEqual({ id, state: 'failed', result: null, failedReason: 'no ink (3)' });
      await sleep(100);
      expect(attempts).toBe(3);
    });

    it('hides the reason of an attempt that another will follow', async () => {
      const queue = openOne(undefined, { backoffMs: 60_000 });
      let attempts = 0;
      queue.startWorker(async () => {
        attempts += 1;
        throw new Error('first');
      });
      const { id } = await queue.enqueue({ of: [] });
      await expect.poll(async () => [attempts, (await queue.find(id))?.state]).toEqual([1, 'waiting']);
      expect(await queue.find(id)).toEqual({ id, state: 'waiting', result: null, failedReason: null });
    });

    it('runs every one of many jobs once, whichever of two workers gets it', async () => {
      const name = newName();
      const [here, there] = [openOne(name), openOne(name)];
      const done: number[] = [];
      for (const queue of [here, there]) {
        queue.startWorker(async ({ of }) => {
          done.push(of[0] ?? -1);
          return { total: 0 };
        });
      }
      const jobs = await Promise.all(Array.from({ length: 60 }, (_, index) => here.enqueue({ of: [index] })));
      await Promise.all(jobs.map(({ id }) => finished(there, id)));
      expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    });

    it('keeps a job that takes longer than the lease', async () => {
      const name = newName();
      const [here, there] = [openOne(name, { leaseMs: 1_000 }), openOne(name, { leaseMs: 1_000 })];
      let begun = 0;
      const slow = async (sum: Sum) => {
        begun += 1;
        await sleep(2_500);
        return add(sum);
      };
      here.startWorker(slow);
      there.startWorker(slow);
      const { id } = await here.enqueue({ of: [3] });
      expect(await finished(there, id)).toMatchObject({ state: 'completed', result: { total: 3 } });
      expect(begun).toBe(1);
    });

    it('lets the jobs at hand finish when its worker stops, and takes no more', async () => {
      const queue = openOne();
      const worker = queue.startWorker(async (sum) => {
        await sleep(200);
        return add(sum);
      });
      const { id } = await queue.enqueue({ of: [5] });
      while ((await queue.find(id))?.state === 'waiting') await sleep(10);
      await worker.stop();
      expect(await queue.find(id)).toMatchObject({ state: 'completed', result: { total: 5 } });
      const late = await queue.enqueue({ of: [6] });
      await sleep(200);
      expect((await queue.find(late.id))?.state).toBe('waiting');
    });

    it('answers its check', async () => {
      await expect(openOne().check()).resolves.toBeUndefined();
    });
  });
}
