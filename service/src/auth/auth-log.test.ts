import { expect, test } from 'vitest';
import { forwardLog } from './auth-log.js';

function collect() {
  const lines: string[] = [];
  return { lines, forward: forwardLog({ warn: (line) => void lines.push(line) }) };
}

test("a client's mistake that better-auth calls an error is a warning", () => {
  const { lines, forward } = collect();
  forward('error', 'Failed to create user', new Error('UNIQUE constraint failed: auth_users.email'));
  forward('info', 'nothing to say');
  expect(lines).toEqual(['Accounts: Failed to create user Error: UNIQUE constraint failed: auth_users.email']);
});

test('what looks like a credential is left out', () => {
  const { lines, forward } = collect();
  forward('warn', `Invalid callbackURL: /after?token=abc&x=1 for ${'A1b2'.repeat(8)}`);
  expect(lines).toEqual(['Accounts: Invalid callbackURL: /after?token=[redacted]&x=1 for [redacted]']);
});
