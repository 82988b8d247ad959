import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestAccounts, type TestAccounts, type TestAccountsOptions } from '../testing/open-test-accounts.js';
import { startFakeProvider } from '../testing/start-fake-provider.js';
import { grantRoleIn } from './roles.js';

async function open(options?: TestAccountsOptions): Promise<TestAccounts> {
  const accounts = await openTestAccounts(options);
  onTestFinished(() => accounts.close());
  return accounts;
}

/** Path and query below the mount of a link in a mail, without its redirect. */
const below = (link: string) => link.replace(/^.*\/api\/auth/, '').replace(/&callbackURL.*/, '');

async function verified(accounts: TestAccounts, email: string) {
  const signedUp = await accounts.signUp(email);
  await accounts.get(below(await accounts.mailTo(email, /Confirm/)));
  return signedUp;
}

describe('a role', () => {
  test('goes to no account that has not verified its address, unless the operator says so', async () => {
    const accounts = await open();
    await accounts.signUp('boss@example.com');
    await expect(grantRoleIn(accounts.database, 'boss@example.com', 'admin')).rejects.toThrow(
      /boss@example\.com has not verified its address.* id \w+, not verified, \d+ seconds? old\. .*--unverified/,
    );
    const { account } = await grantRoleIn(accounts.database, 'boss@example.com', 'admin', { unverified: true });
    expect(account).toMatchObject({ email: 'boss@example.com', emailVerified: false });
    await verified(accounts, 'ada@example.com');
    expect(await grantRoleIn(accounts.database, 'ada@example.com', 'admin')).toMatchObject({ changed: true });
  });

  test('does not come back with the address of a deleted account', async () => {
    const accounts = await open();
    const { token } = await verified(accounts, 'ada@example.com');
    await grantRoleIn(accounts.database, 'ada@example.com', 'admin');
    expect((await accounts.post('/delete-user', { password: 'correct horse battery' }, token)).status).toBe(200);
    const eve = await accounts.signUp('ada@example.com');
    expect(await accounts.authenticate(eve.token)).toMatchObject({ roles: [] });
    expect(await accounts.database.kysely.selectFrom('auth_roles').selectAll().execute()).toEqual([]);
  });

  test('stays with its account when the address changes, and does not pass to who takes the old one', async () => {
    const accounts = await open();
    const { token } = await verified(accounts, 'ada@example.com');
    await grantRoleIn(accounts.database, 'ada@example.com', 'admin');
    await accounts.post('/change-email', { newEmail: 'new@example.com' }, token);
    await accounts.get(below(await accounts.mailTo('ada@example.com', /Change/)), token);
    await accounts.get(below(await accounts.mailTo('new@example.com', /Confirm/)), token);
    expect(await accounts.authenticate(token)).toMatchObject({ email: 'new@example.com', roles: ['admin'] });
    const eve = await accounts.signUp('ada@example.com');
    expect(await accounts.authenticate(eve.token)).toMatchObject({ roles: [] });
  });
});

describe('where any account has a role, an unverified one', () => {
  async function withRoles(options?: TestAccountsOptions) {
    const accounts = await open(options);
    await accounts.signUp('root@example.com');
    await grantRoleIn(accounts.database, 'root@example.com', 'admin', { unverified: true });
    return { accounts, eve: await accounts.signUp('eve@example.com') };
  }

  test('has a new address only after the link in the mail to it, and has then proved it', async () => {
    const { accounts, eve } = await withRoles();
    const { status, body } = await accounts.post('/change-email', { newEmail: 'Boss@example.com' }, eve.token);
    expect([status, body]).toMatchObject([
      200,
      { status: true, message: 'Verification email sent', user: { email: 'eve@example.com' } },
    ]);
    expect(await accounts.authenticate(eve.token)).toMatchObject({ email: 'eve@example.com' });
    await expect(grantRoleIn(accounts.database, 'boss@example.com', 'admin')).rejects.toThrow('No account');
    await accounts.get(below(await accounts.mailTo('boss@example.com', /Confirm/)), eve.token);
    expect((await accounts.get('/get-session', eve.token)).body).toMatchObject({
      user: { email: 'boss@example.com', emailVerified: true },
    });
  });

  test('learns nothing about who has the address', async () => {
    const { accounts, eve } = await withRoles();
    const [taken, free] = [
      await accounts.post('/change-email', { newEmail: 'root@example.com' }, eve.token),
      await accounts.post('/change-email', { newEmail: 'free@example.com' }, eve.token),
    ];
    expect([taken.status, taken.body]).toEqual([free.status, free.body]);
  });

  test('keeps its address where no verification mails are sent', async () => {
    const { accounts, eve } = await withRoles({ settings: { AUTH_EMAIL_VERIFICATION: 'off' } });
    expect(await accounts.post('/change-email', { newEmail: 'boss@example.com' }, eve.token)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('AUTH_EMAIL_VERIFICATION') },
    });
    expect((await accounts.post('/change-email', { newEmail: 'boss@example.com' })).status).toBe(401);
    expect(await accounts.authenticate(eve.token)).toMatchObject({ email: 'eve@example.com' });
  });
});

test.each(['ada\u212a@example.com', 'ada\u017f@example.com', '\u0430da@example.com', 'ada@ex\u00e4mple.com'])(
  'a provider’s address with a letter that passes for another, %j, opens no account',
  async (email) => {
    const provider = await startFakeProvider({ sub: 'eve', email, name: 'Eve', email_verified: true });
    onTestFinished(() => provider.close());
    const accounts = await open({ settings: provider.settings });
    await verified(accounts, 'adak@example.com');
    const start = await accounts.post('/sign-in/social', {
      provider: 'company',
      callbackURL: '/welcome',
      errorCallbackURL: '/failed',
    });
    const cookie = start.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const back = new URL((await fetch(String(start.body!.url), { redirect: 'manual' })).headers.get('location')!);
    const answer = await accounts.get(below(back.href), undefined, { cookie });
    expect(answer.headers.get('location')).toBe('/failed?error=email_not_found');
    expect(answer.headers.getSetCookie().join()).not.toContain('session_token=');
  },
);
