import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until something holds; rejects when it does not within the time. Resolves to the seconds that it took. */
export async function until(holds: () => boolean | Promise<boolean>, limitSeconds = 75): Promise<number> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1_000;
  while (!(await holds())) {
    if (seconds() > limitSeconds) throw new Error(`Still not so after ${limitSeconds} s: ${String(holds)}`);
    await sleep(5);
  }
  return seconds();
}
