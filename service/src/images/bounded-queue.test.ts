import { expect, test } from 'vitest';
import { BoundedQueue, QueueFull } from './bounded-queue.js';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('no more tasks run than allowed, the rest run in order as places are left', async () => {
  const queue = new BoundedQueue({ concurrency: 2, limit: 10 });
  const gates = Array.from({ length: 5 }, deferred);
  const started: number[] = [];
  const tasks = gates.map((gate, index) =>
    queue.run(async () => {
      started.push(index);
      await gate.promise;
      return index;
    }),
  );
  await turn();
  expect([started, queue.running, queue.waiting]).toEqual([[0, 1], 2, 3]);
  gates[1]!.resolve();
  await turn();
  expect(started).toEqual([0, 1, 2]);
  for (const gate of gates) gate.resolve();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3, 4]);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('a task beyond the waiting ones is refused without being run, with seconds to wait', async () => {
  const queue = new BoundedQueue({ concurrency: 1, limit: 1 });
  const gate = deferred();
  const accepted = [queue.run(() => gate.promise), queue.run(() => gate.promise)];
  let ran = false;
  const refused = await queue
    .run(async () => {
      ran = true;
    })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(QueueFull);
  expect((refused as QueueFull).retryAfterSeconds).toBeGreaterThanOrEqual(1);
  gate.resolve();
  await Promise.all(accepted);
  expect(ran).toBe(false);
  expect(await queue.run(async () => 'free again')).toBe('free again');
});

test('a task that fails leaves its place', async () => {
  const queue = new BoundedQueue({ concurrency: 1, limit: 0 });
  await expect(queue.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  await expect(queue.run(async () => 'next')).resolves.toBe('next');
});

test('a task that is given up while it waits never runs, and its place is free for another', async () => {
  const queue = new BoundedQueue({ concurrency: 1, limit: 2 });
  const gate = deferred();
  const controller = new AbortController();
  const ran: string[] = [];
  const note = (name: string) => async () => void ran.push(name);
  const first = queue.run(() => gate.promise);
  const given = queue.run(note('given up'), controller.signal);
  const patient = queue.run(note('patient'), new AbortController().signal);
  await expect(queue.run(note('too many'))).rejects.toBeInstanceOf(QueueFull);
  controller.abort(new Error('gone'));
  await expect(given).rejects.toThrow('gone');
  expect(queue.waiting).toBe(1);
  const late = queue.run(note('late'));
  gate.resolve();
  await Promise.all([first, patient, late]);
  expect(ran).toEqual(['patient', 'late']);
  expect([queue.running, queue.waiting]).toEqual([0, 0]);
});

test('a task that is given up before it is offered does not run, one that runs already is let be', async () => {
  const queue = new BoundedQueue({ concurrency: 1, limit: 0 });
  let ran = false;
  await expect(
    queue.run(
      async () => {
        ran = true;
      },
      AbortSignal.abort(new Error('gone')),
    ),
  ).rejects.toThrow('gone');
  expect(ran).toBe(false);
  const controller = new AbortController();
  const gate = deferred();
  const running = queue.run(async () => {
    await gate.promise;
    return 'done';
  }, controller.signal);
  controller.abort();
  gate.resolve();
  expect(await running).toBe('done');
});
