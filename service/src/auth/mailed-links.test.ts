import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestAccounts, type TestAccounts, testSecret } from '../testing/open-test-accounts.js';

let accounts: TestAccounts;
let email: string;
let count = 0;
const password = 'correct horse battery';

beforeAll(async () => {
  accounts = await openTestAccounts({ settings: { AUTH_CONFIRM_DELETION: 'true' } });
});
afterAll(() => accounts.close());
beforeEach(() => {
  email = `ada${(count += 1)}@example.com`;
});

/** Path and query below the mount of the newest link to an address that is none of those that are known. */
async function newLink(address: string, subject: RegExp, known: readonly string[] = []): Promise<string> {
  const links = () =>
    accounts.mails
      .filter((mail) => mail.to === address && subject.test(mail.subject))
      .map(({ text }) => /https?:\S+\/api\/auth(\S+)/.exec(text)![1]!)
      .filter((link) => !known.includes(link));
  await expect.poll(() => links().length).toBeGreaterThan(0);
  return links().at(-1)!;
}

const open = (link: string, token?: string) => accounts.get(link.replace(/&callbackURL.*/, ''), token);

/** Signed tokens for one address differ by the second in which they were made. */
const nextSecond = () => sleep(1_001);

async function verified() {
  const signedUp = await accounts.signUp(email);
  expect((await open(await newLink(email, /Confirm/))).status).toBe(200);
  return signedUp;
}

const changePassword = async (token: string) => {
  const change = { currentPassword: password, newPassword: 'another battery' };
  expect((await accounts.post('/change-password', change, token)).status).toBe(200);
};

describe('a link to reset the password', () => {
  const ask = async (known: readonly string[] = []) => {
    await accounts.post('/request-password-reset', { email, redirectTo: '/reset' });
    return newLink(email, /Reset/, known);
  };
  const reset = async (link: string) => {
    const token = link.split('?')[0]!.split('/').at(-1);
    return (await accounts.post('/reset-password', { newPassword: 'third battery', token })).status;
  };

  test('ends with a newer one', async () => {
    await accounts.signUp(email);
    const older = await ask();
    const newer = await ask([older]);
    expect(new URL((await accounts.get(older)).headers.get('location')!).searchParams.get('error')).toBe(
      'INVALID_TOKEN',
    );
    expect([await reset(older), await reset(newer), await reset(newer)]).toEqual([400, 200, 400]);
  });

  test('is one, however many are asked for at once', async () => {
    await accounts.signUp(email);
    await Promise.all(Array.from({ length: 8 }, () => accounts.post('/request-password-reset', { email })));
    await expect.poll(() => accounts.mails.filter(({ to }) => to === email).length).toBe(9);
    const links = accounts.mails
      .filter(({ to, subject }) => to === email && /Reset/.test(subject))
      .map(({ text }) => /https?:\S+\/api\/auth(\S+)/.exec(text)![1]!);
    const statuses = [];
    for (const link of links) statuses.push(await reset(link));
    expect(statuses.toSorted()).toEqual([200, ...Array(7).fill(400)]);
  });

  test('ends with a new password', async () => {
    const { token } = await accounts.signUp(email);
    const link = await ask();
    await changePassword(token);
    expect(await reset(link)).toBe(400);
    expect((await accounts.post('/sign-in/email', { email, password: 'another battery' })).status).toBe(200);
  });

  test('ends with a new address', async () => {
    const { token } = await accounts.signUp(email);
    const link = await ask();
    expect((await accounts.post('/change-email', { newEmail: `new-${email}` }, token)).status).toBe(200);
    expect(await reset(link)).toBe(400);
  });

  test('leaves those of other accounts alone', async () => {
    await accounts.signUp(email);
    const link = await ask();
    const other = await accounts.signUp(`other-${email}`);
    await accounts.post('/request-password-reset', { email: `other-${email}` });
    await changePassword(other.token);
    expect(await reset(link)).toBe(200);
  });
});

describe('a link to change the address', () => {
  const ask = async (token: string, newEmail: string, known: readonly string[] = []) => {
    await accounts.post('/change-email', { newEmail }, token);
    return newLink(email, /Change/, known);
  };

  test('ends with a newer one', async () => {
    const { token } = await verified();
    const older = await ask(token, `one-${email}`);
    const newer = await ask(token, `two-${email}`, [older]);
    expect([(await open(older, token)).status, (await open(newer, token)).status]).toEqual([401, 200]);
    expect(accounts.mails.filter(({ to }) => to === `one-${email}`)).toEqual([]);
  });

  test('works once: it sends one mail to the new address, whose link works once', async () => {
    const { token } = await verified();
    const allowed = await ask(token, `new-${email}`);
    expect([(await open(allowed, token)).status, (await open(allowed, token)).status]).toEqual([200, 401]);
    const proof = await newLink(`new-${email}`, /Confirm/);
    expect([(await open(proof, token)).status, (await open(proof, token)).status]).toEqual([200, 401]);
    expect(await accounts.authenticate(token)).toMatchObject({ email: `new-${email}` });
  });

  test('ends with a new password, at either address', async () => {
    const { token } = await verified();
    const allowed = await ask(token, `new-${email}`);
    await open(allowed, token);
    const proof = await newLink(`new-${email}`, /Confirm/);
    await changePassword(token);
    expect((await open(proof, token)).status).toBe(401);
    expect((await open(proof)).headers.getSetCookie()).toEqual([]);
    expect(await accounts.authenticate(token)).toMatchObject({ email });
  });

  test('ends when another account takes the address first', async () => {
    const { token } = await verified();
    await open(await ask(token, `new-${email}`), token);
    const proof = await newLink(`new-${email}`, /Confirm/);
    await accounts.signUp(`new-${email}`);
    expect(await open(proof, token)).toMatchObject({ status: 401, body: { code: 'INVALID_TOKEN' } });
  });
});

describe('a link to verify the address', () => {
  test('outlives a newer one and a new password, for what it says stays true', async () => {
    const { token } = await accounts.signUp(email);
    const link = await newLink(email, /Confirm/);
    await accounts.post('/send-verification-email', { email }, token);
    await changePassword(token);
    expect(await open(link)).toMatchObject({ status: 200, body: { user: { email, emailVerified: true } } });
  });

  test('ends with the address, even if the account returns to it', async () => {
    const { token } = await accounts.signUp(email);
    const link = await newLink(email, /Confirm/);
    await nextSecond();
    await accounts.post('/change-email', { newEmail: `new-${email}` }, token);
    await accounts.post('/change-email', { newEmail: email }, token);
    expect((await open(link)).status).toBe(401);
  });

  test('ends with the account: it verifies nobody who takes the address after it', async () => {
    const { token, user } = await accounts.signUp(email);
    const link = await newLink(email, /Confirm/);
    await accounts.database.kysely.deleteFrom('auth_users').where('id', '=', user.id).execute();
    expect(await accounts.authenticate(token)).toBeNull();
    await nextSecond();
    const eve = await accounts.signUp(email);
    expect((await open(link)).status).toBe(401);
    expect((await accounts.get('/get-session', eve.token)).body).toMatchObject({ user: { emailVerified: false } });
  });

  test('must have been mailed: a signature alone is not enough', async () => {
    await accounts.signUp(email);
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const now = Math.floor(Date.now() / 1_000);
    const unsigned = `${part({ alg: 'HS256' })}.${part({ email, iat: now, exp: now + 60 })}`;
    const signature = createHmac('sha256', testSecret).update(unsigned).digest('base64url');
    expect((await open(`/verify-email?token=${unsigned}.${signature}`)).status).toBe(401);
  });
});

test('a link to delete the account ends with a new password and with a newer one', async () => {
  const { token } = await accounts.signUp(email);
  const ask = async (known: readonly string[] = []) => {
    await accounts.post('/delete-user', {}, token);
    return newLink(email, /Delete/, known);
  };
  const older = await ask();
  const newer = await ask([older]);
  expect((await open(older, token)).status).toBe(404);
  await changePassword(token);
  expect((await open(newer, token)).status).toBe(404);
  expect((await open(await ask([older, newer]), token)).status).toBe(200);
});
