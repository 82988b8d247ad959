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
  const tasks = gates.map((gate, index) => queue.run(async () => {
    started.push(index);
    await gate.promise;
    return index;
  }));
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
  const refused = await queue.run(async () => { ran = true; }).catch((error: unknown) => error);
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
