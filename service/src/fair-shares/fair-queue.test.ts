import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FairQueue, QueueFull } from './fair-queue.js';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const one = { client: 'one' };
const other = { client: 'other' };

test('no more tasks run than allowed, the rest run in order as places are left', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 3, limit: 16 });
  const gates = Array.from({ length: 5 }, deferred);
  const started: number[] = [];
  const tasks = gates.map((gate, index) =>
    queue.run(async () => {
      started.push(index);
      await gate.promise;
      return index;
    }, one),
  );
  await nextTurn();
  expect([started, queue.running, queue.waiting]).toEqual([[0, 1], 2, 3]);
  gates[1]!.resolve();
  await nextTurn();
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3, 4]);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('one client leaves a place to run, and places to wait, to others', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 2, limit: 8 });
  const gate = deferred();
  const greedy = Array.from({ length: 20 }, () => queue.run(() => gate.promise, one));
  const refused = Promise.allSettled(greedy);
  expect(await queue.run(async () => 'at once', other)).toBe('at once');
  expect([queue.running, queue.waiting]).toEqual([1, 2]);
  expect([queue.isServing('one'), queue.isServing('other')]).toEqual([true, false]);
  gate.resolve();
  const outcomes = await refused;
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

/** Work that takes this time on a clock of its own. */
function timedWork(order: string[]) {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (name: string, milliseconds: number) => async () => {
    order.push(name);
    await nextTurn();
    vi.advanceTimersByTime(milliseconds);
  };
}

test('a client that comes anew has no advantage over those that are there', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 1, limit: 40 });
  const order: string[] = [];
  const work = timedWork(order);
  const first = queue.run(work('known', 60), one);
  const second = queue.run(work('known', 60), one);
  await first;
  const later = [
    queue.run(work('known', 60), one),
    queue.run(work('new', 70), other),
    queue.run(work('new', 70), other),
  ];
  await Promise.all([second, ...later]);
  expect(order).toEqual(['known', 'known', 'new', 'known', 'new']);
});

test('the client that has used less time is next', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 1, limit: 40 });
  const order: string[] = [];
  const work = timedWork(order);
  const tasks = [
    ...Array.from({ length: 4 }, () => queue.run(work('expensive', 30), one)),
    ...Array.from({ length: 4 }, () => queue.run(work('cheap', 1), other)),
  ];
  await Promise.all(tasks);
  expect(order).toEqual(['expensive', ...Array(4).fill('cheap'), ...Array(3).fill('expensive')]);
});

test('a task beyond the waiting ones is refused without being run, with seconds to wait', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 1, limit: 1 });
  const gate = deferred();
  const accepted = [queue.run(() => gate.promise, one), queue.run(() => gate.promise, one)];
  let ran = false;
  const refused = await queue
    .run(async () => {
      ran = true;
    }, other)
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(QueueFull);
  expect((refused as QueueFull).retryAfterSeconds).toBeGreaterThanOrEqual(1);
  gate.resolve();
  await Promise.all(accepted);
  expect(ran).toBe(false);
  expect(await queue.run(async () => 'free again', other)).toBe('free again');
});

test('a task that fails leaves its place', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 1, limit: 0 });
  await expect(queue.run(() => Promise.reject(new Error('broken')), one)).rejects.toThrow('broken');
  await expect(queue.run(async () => 'next', one)).resolves.toBe('next');
});

test('a task that is given up while it waits never runs, and its place is free for another', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 1, limit: 8 });
  const gate = deferred();
  const controller = new AbortController();
  const ran: string[] = [];
  const note = (name: string) => async () => void ran.push(name);
  const first = queue.run(() => gate.promise, one);
  const given = queue.run(note('given up'), { ...one, signal: controller.signal });
  const patient = queue.run(note('patient'), { ...one, signal: new AbortController().signal });
  await expect(queue.run(note('too many'), one)).rejects.toBeInstanceOf(QueueFull);
  controller.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  expect(queue.waiting).toBe(1);
  const late = queue.run(note('late'), one);
  gate.resolve();
  await Promise.all([first, patient, late]);
  expect(ran).toEqual(['patient', 'late']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('a task that is given up before it is offered does not run, one that runs already is let be', async () => {
  const queue = new FairQueue({ work: 'images', concurrency: 1, limit: 0 });
  let ran = false;
  const task = async () => {
    ran = true;
  };
  await expect(queue.run(task, { ...one, signal: AbortSignal.abort(new Error('gone')) })).rejects.toThrow('gone');
  expect(ran).toBe(false);
  const controller = new AbortController();
  const gate = deferred();
  const running = queue.run(
    async () => {
      await gate.promise;
      return 'done';
    },
    { ...one, signal: controller.signal },
  );
  controller.abort();
  gate.resolve();
  expect(await running).toBe('done');
});

test('whatever clients do, every task ends, no limit is passed, and nothing is left', async () => {
  const call = fc.record({ client: fc.constantFrom('a', 'b', 'c'), turns: fc.nat(3), leaves: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(call, { maxLength: 30 }), fc.integer({ min: 1, max: 3 }), async (calls, concurrency) => {
      const queue = new FairQueue({ work: 'images', concurrency, limit: 12 });
      const ended = calls.map(({ client, turns, leaves }) => {
        const controller = new AbortController();
        const task = queue.run(
          async () => {
            expect(queue.running).toBeLessThanOrEqual(concurrency);
            for (let turn = 0; turn < turns; turn += 1) await nextTurn();
          },
          { client, signal: controller.signal },
        );
        if (leaves) controller.abort(new Error('gone'));
        return task;
      });
      for (const { status, reason } of (await Promise.allSettled(ended)) as PromiseRejectedResult[])
        if (status === 'rejected')
          expect(reason instanceof QueueFull || (reason as Error).message === 'gone').toBe(true);
      expect([queue.running, queue.waiting]).toEqual([0, 0]);
    }),
  );
});
