import { expect, test } from 'vitest';
import { jitteredDelay, retryAfterMs } from './outbound-client.js';

test('the bound of the wait doubles up to the longest', () => {
  const bounds = [1, 2, 3, 4, 5, 60].map((failures) =>
    jitteredDelay(failures, { firstMs: 100, longestMs: 1_000 }, () => 1),
  );
  expect(bounds).toEqual([100, 200, 400, 800, 1_000, 1_000]);
});

test('a wait is anywhere between nothing and its bound', () => {
  expect(jitteredDelay(3, { firstMs: 100, longestMs: 1_000 }, () => 0)).toBe(0);
  expect(jitteredDelay(3, { firstMs: 100, longestMs: 1_000 }, () => 0.25)).toBe(100);
});

test.each([
  [null, 0],
  ['0', 0],
  ['2', 2_000],
  ['-1', 0],
  ['1.5', 0],
  ['soon', 0],
  ['', 0],
  ['2026', 2_026_000],
  ['Sun, 01 Nov 2026 00:00:05 GMT', 5_000],
  ['Sat, 31 Oct 2026 23:59:00 GMT', 0],
  ['Xxx, 99 Nov GMT', 0],
])('Retry-After %j asks for %i ms', (field, expected) => {
  expect(retryAfterMs(field, Date.parse('2026-11-01T00:00:00Z'))).toBe(expected);
});
