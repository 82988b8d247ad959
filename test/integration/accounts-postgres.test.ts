import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findMissingTables } from '../../service/src/auth/find-missing-tables.js';
import { openTestAccounts, type TestAccounts } from '../../service/src/testing/open-test-accounts.js';
import { grantRoleIn, listUsersIn } from '../../service/src/auth/roles.js';
import { createOwnSchema, type OwnSchema, testDatabaseUrl } from './database-in-own-schema.js';

const password = 'correct horse battery';

describe.skipIf(!testDatabaseUrl)('accounts on PostgreSQL', () => {
  let schema: OwnSchema;
  beforeAll(async () => {
    schema = await createOwnSchema();
  });
  afterAll(() => schema.drop());

  async function open(): Promise<TestAccounts> {
    const accounts = await openTestAccounts({ databaseUrl: schema.url });
    onTestFinished(() => accounts.close());
    return accounts;
  }

  it('have the tables that better-auth would create', async () => {
    const accounts = await open();
    expect(await findMissingTables(accounts.database)).toBe('');
  });

  it('work from sign-up to deletion', async () => {
    const accounts = await open();
    const email = 'ada@example.com';
    const { token, user } = await accounts.signUp(email);
    expect((await accounts.post('/sign-up/email', { name: 'Ada', email, password })).status).toBe(422);
    expect((await accounts.get(below(await accounts.mailTo(email, /Confirm/)))).status).toBe(302);
    expect(await accounts.authenticate(token)).toMatchObject({ id: user.id, email });
    expect((await accounts.post('/update-session', { theme: 'dark', deep: { list: [1] } }, token)).body).toMatchObject({
      session: { data: { theme: 'dark', deep: { list: [1] } } },
    });
    expect((await accounts.get('/get-session', token)).body).toMatchObject({
      session: { data: { theme: 'dark' } },
      user: { emailVerified: true },
    });
    expect((await accounts.post('/update-user', { name: 'Ada \0' }, token)).status).toBe(400);
    expect((await accounts.post('/update-user', { name: 'Ada \\u0000' }, token)).body).toMatchObject({
      user: { name: 'Ada \\u0000' },
    });
    const other = String((await accounts.post('/sign-in/email', { email, password })).body!.token);
    const listed = (await accounts.get('/list-sessions', token)).body as unknown as readonly { token: string }[];
    const handle = listed.map((session) => session.token).find((name) => name !== token)!;
    expect((await accounts.post('/revoke-session', { token: handle }, token)).body).toEqual({ status: true });
    expect(await accounts.authenticate(other)).toBeNull();
    await accounts.post('/request-password-reset', { email, redirectTo: '/reset' });
    const reset = new URL(
      (await accounts.get(below(await accounts.mailTo(email, /Reset/)))).headers.get('location')!,
    ).searchParams.get('token');
    expect((await accounts.post('/reset-password', { newPassword: 'another battery', token: reset })).body).toEqual({
      status: true,
    });
    expect(await accounts.authenticate(token)).toBeNull();
    const last = String((await accounts.post('/sign-in/email', { email, password: 'another battery' })).body!.token);
    expect((await accounts.post('/delete-user', { password: 'another battery' }, last)).status).toBe(200);
    expect(await accounts.authenticate(last)).toBeNull();
    expect(await schema.query('select 1 from auth_sessions union all select 1 from auth_accounts')).toEqual([]);
  });

  it('end links with a newer one, a new password and a new address', async () => {
    const accounts = await open();
    const email = 'links@example.com';
    const { token } = await accounts.signUp(email);
    const kept = () => schema.query("select 1 from auth_verifications where identifier like 'sha256:reset-password:%'");
    const ask = (address: string) => accounts.post('/request-password-reset', { email: address });
    await Promise.all(Array.from({ length: 8 }, () => ask(email)));
    expect(await kept()).toHaveLength(1);
    await accounts.post('/change-password', { currentPassword: password, newPassword: 'another battery' }, token);
    expect(await kept()).toEqual([]);
    await ask(email);
    expect(await kept()).toHaveLength(1);
    await accounts.post('/change-email', { newEmail: `new-${email}` }, token);
    expect(await kept()).toEqual([]);
    const claims = Buffer.from(JSON.stringify({ email: 'a\0b' })).toString('base64url');
    expect((await accounts.get(`/verify-email?token=x.${claims}.y`)).status).toBe(401);
  });

  it('take one address once, even when many change to it at once', async () => {
    const accounts = await open();
    const everybody = [];
    for (let i = 0; i < 6; i += 1) everybody.push(await accounts.signUp(`racer${i}@example.com`));
    for (const newEmail of ['first@example.com', 'second@example.com', 'third@example.com']) {
      const answers = await Promise.all(
        everybody.map(({ token }) => accounts.post('/change-email', { newEmail }, token)),
      );
      expect(answers.filter(({ body }) => body!.message === 'Email updated')).toHaveLength(1);
      for (const { status, body } of answers)
        if (status !== 200) expect([status, body!.code]).toEqual([400, 'USER_ALREADY_EXISTS']);
    }
  });

  it('store hashes of tokens', async () => {
    const accounts = await open();
    const { token } = await accounts.signUp('hashed@example.com');
    const rows = await schema.query<{ token: string }>('select token from auth_sessions');
    expect(rows.map((row) => row.token)).toEqual(rows.map(() => expect.stringMatching(/^sha256:/)));
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('of one address are created once, even when many requests ask at once, and do not block others', async () => {
    const accounts = await open();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        accounts.post('/sign-up/email', {
          name: 'Ada',
          email: i < 10 ? 'same@example.com' : `other${i}@example.com`,
          password,
        }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.slice(0, 10).toSorted()).toEqual([200, ...Array(9).fill(422)]);
    expect(statuses.slice(10)).toEqual(Array(20).fill(200));
  });

  it('sign out everywhere within a second, and apply roles as fast', async () => {
    const [here, elsewhere] = [await open(), await open()];
    const { token } = await here.signUp('two@example.com');
    expect(await elsewhere.authenticate(token)).toMatchObject({ roles: [] });
    await grantRoleIn(here.database, 'two@example.com', 'admin', { unverified: true });
    expect((await listUsersIn(here.database)).find(({ email }) => email === 'two@example.com')).toMatchObject({
      roles: ['admin'],
    });
    await until(async () => ((await elsewhere.authenticate(token))?.roles ?? []).includes('admin'));
    await here.call('POST', '/sign-out', { token });
    expect(await here.authenticate(token)).toBeNull();
    await until(async () => (await elsewhere.authenticate(token)) === null);
  });
});

/** Path and query below the mount of a link in a mail. */
function below(link: string): string {
  const { pathname, search } = new URL(link);
  return `${pathname.replace('/api/auth', '')}${search}`;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 1_000;
  while (!(await isDone())) {
    if (Date.now() > deadline) throw new Error('It took longer than a second.');
    await sleep(10);
  }
}
