import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openTestAccounts, type TestAccounts } from '../testing/open-test-accounts.js';
import { grantRoleIn, listUsersIn, revokeRoleIn } from './roles.js';

/** Two services on one database, as two processes would be: they share nothing else. */
async function openTwo(): Promise<readonly [TestAccounts, TestAccounts]> {
  const here = await openTestAccounts();
  const elsewhere = await openTestAccounts({ dataDir: here.folder });
  onTestFinished(async () => {
    await elsewhere.close();
    await here.close();
  });
  return [here, elsewhere];
}

/**
 * Asks as steady traffic would, so that nothing is answered from anywhere but memory where memory is allowed. Returns after how many
 * seconds somebody still asked and got the old answer, however long the machine took for it.
 */
async function secondsUntil(
  accounts: TestAccounts,
  token: string,
  isDone: (caller: unknown) => boolean,
): Promise<number> {
  const start = Date.now();
  for (let last = start, asked = start; ; last = asked) {
    asked = Date.now();
    if (isDone(await accounts.authenticate(token))) return (last - start) / 1_000;
    await sleep(10);
  }
}

const roles = (caller: unknown) => (caller as { roles: string[] }).roles.join();

const password = 'correct horse battery';

test.each([
  ['signed out', (here: TestAccounts, token: string) => here.call('POST', '/sign-out', { token })],
  ['of a deleted account', (here: TestAccounts, token: string) => here.post('/delete-user', { password }, token)],
  [
    'revoked by a changed password',
    (here: TestAccounts, token: string) =>
      here.post(
        '/change-password',
        { currentPassword: password, newPassword: 'another battery', revokeOtherSessions: true },
        token,
      ),
  ],
])('a token %s is refused at once here, and within a second elsewhere', async (_case, end) => {
  const [here, elsewhere] = await openTwo();
  const { token } = await here.signUp();
  expect(await here.authenticate(token)).not.toBeNull();
  expect(await elsewhere.authenticate(token)).not.toBeNull();
  expect((await end(here, token)).status).toBe(200);
  expect(await here.authenticate(token)).toBeNull();
  expect(await secondsUntil(elsewhere, token, (caller) => caller === null)).toBeLessThan(1);
});

test('a cached token needs no promise, an expired one is not answered', async () => {
  const [here] = await openTwo();
  const { token, user } = await here.signUp();
  await here.authenticate(token);
  expect(here.authenticate(token)).toMatchObject({ id: user.id });
  expect(here.authenticate(token)).not.toBeInstanceOf(Promise);
  await here.database.kysely
    .updateTable('auth_sessions')
    .set({ expiresAt: new Date(Date.now() - 1).toISOString() })
    .execute();
  await here.accounts.sessions.revoke(user.id);
  expect(await here.authenticate(token)).toBeNull();
});

test('a role that the command line grants or takes is known to a running service within a second', async () => {
  const [here, commandLine] = await openTwo();
  const { token } = await here.signUp();
  expect(await here.authenticate(token)).toMatchObject({ roles: [] });
  const grant = async (email: string, role: string) =>
    (await grantRoleIn(commandLine.database, email, role, { unverified: true })).changed;
  expect(await grant('Ada@example.com', 'editor')).toBe(true);
  expect(await grant('ada@example.com', 'admin')).toBe(true);
  expect(await grant('ada@example.com', 'admin')).toBe(false);
  expect(await secondsUntil(here, token, (caller) => roles(caller) === 'admin,editor')).toBeLessThan(1);
  expect(await listUsersIn(commandLine.database)).toMatchObject([
    { email: 'ada@example.com', name: 'Ada', emailVerified: false, roles: ['admin', 'editor'] },
  ]);
  expect(await revokeRoleIn(commandLine.database, 'ada@example.com', 'admin')).toBe(true);
  expect(await revokeRoleIn(commandLine.database, 'ada@example.com', 'admin')).toBe(false);
  expect(await secondsUntil(here, token, (caller) => roles(caller) === 'editor')).toBeLessThan(1);
});

test('a role needs an account', async () => {
  const [here] = await openTwo();
  await expect(grantRoleIn(here.database, 'nobody@example.com', 'admin')).rejects.toThrow(
    'No account has the address nobody@example.com',
  );
});
