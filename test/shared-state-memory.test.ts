import { expect, it } from 'vitest';
import { MemoryIdempotencyStore } from '../src/server/stores/memory-idempotency-store.js';
import { MemoryThrottleStore } from '../src/server/stores/memory-throttle-store.js';
import { describeIdempotencyStore } from '../stores/src/testing/idempotency-store.suite.js';
import { describeThrottleStore } from '../stores/src/testing/throttle-store.suite.js';

let now = Date.UTC(2026, 0, 1);
const wait = async (ms: number) => {
  now += ms;
};

describeThrottleStore('memory', () => new MemoryThrottleStore(() => now), wait);
describeIdempotencyStore('memory', () => new MemoryIdempotencyStore(() => now), wait);

it('a window of limits ends with its last millisecond', () => {
  const store = new MemoryThrottleStore(() => now);
  store.hit('end', 1);
  now += 999;
  expect(store.hit('end', 1)).toEqual({ count: 2, resetSeconds: 0.001 });
  now += 1;
  expect(store.hit('end', 1)).toEqual({ count: 1, resetSeconds: 1 });
});
