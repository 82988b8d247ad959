import { expect, test } from 'vitest';
import { describeAccount } from './describe-account.js';

test.each([
  [-5_000, '0 seconds old'],
  [1_000, '1 second old'],
  [59_999, '59 seconds old'],
  [60_000, '1 minute old'],
  [7_200_000, '2 hours old'],
  [86_400_000, '1 day old'],
  [400 * 86_400_000, '400 days old'],
])('an account that was made %i milliseconds ago is %s', (age, text) => {
  const createdAt = '2026-11-21T12:00:00.000Z';
  const account = { id: 'a1', email: 'ada@example.com', emailVerified: true, createdAt };
  expect(describeAccount(account, Date.parse(createdAt) + age)).toBe(`id a1, verified, ${text}`);
  expect(describeAccount({ ...account, emailVerified: false }, Date.parse(createdAt))).toContain('not verified');
});
