import { readdir, readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { authSettings } from './auth-settings.js';
import { scryptHasher } from './password-hasher.js';
import {
  openTestAccounts,
  type TestAccounts,
  type TestAccountsOptions,
  testSecret,
} from '../testing/open-test-accounts.js';

const password = 'correct horse battery';

async function open(options?: TestAccountsOptions): Promise<TestAccounts> {
  const accounts = await openTestAccounts(options);
  onTestFinished(() => accounts.close());
  return accounts;
}

const sessionCookie = (headers: Headers) => headers.getSetCookie().find((line) => line.includes('session_token='))!;

describe('what is stored', () => {
  test('holds neither tokens nor passwords, and no stored value opens a session', async () => {
    const accounts = await open();
    const { token } = await accounts.signUp();
    await accounts.post('/request-password-reset', { email: 'ada@example.com', redirectTo: '/' });
    const resetToken = new URL(await accounts.mailTo('ada@example.com', /Reset/)).pathname.split('/').at(-1)!;
    await accounts.database.kysely.executeQuery(
      accounts.database.sql`pragma wal_checkpoint(truncate)`.compile(accounts.database.kysely),
    );
    const files = (await readdir(accounts.folder)).filter((name) => name.startsWith('svc.sqlite'));
    const bytes = Buffer.concat(await Promise.all(files.map((name) => readFile(join(accounts.folder, name)))));
    expect(bytes.includes('ada@example.com')).toBe(true);
    for (const secret of [token, password, resetToken, testSecret]) expect(bytes.includes(secret)).toBe(false);

    const { token: stored } = await accounts.database.kysely
      .selectFrom('auth_sessions')
      .select('token')
      .executeTakeFirstOrThrow();
    for (const tried of [stored, stored.replace('sha256:', '')]) {
      expect(await accounts.authenticate(tried)).toBeNull();
      expect((await accounts.get('/get-session', tried)).text).toBe('null');
      expect(
        (await accounts.get('/get-session', undefined, { cookie: `svc.session_token=${encodeURIComponent(tried)}` }))
          .text,
      ).toBe('null');
    }
  });

  test('is a salted scrypt hash of the password, which signs in', async () => {
    const accounts = await open({ passwords: scryptHasher });
    for (const email of ['ada@example.com', 'bob@example.com']) await accounts.signUp(email);
    const rows = await accounts.database.kysely.selectFrom('auth_accounts').select('password').execute();
    const stored = rows.map((row) => String(row.password));
    expect(new Set(stored).size).toBe(2);
    for (const one of stored) expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    const signIn = async (tried: string) =>
      (await accounts.post('/sign-in/email', { email: 'ada@example.com', password: tried })).status;
    expect([await signIn(password), await signIn('wrong guess')]).toEqual([200, 401]);
  });

  test('a cookie without its signature, or with a wrong one, opens nothing; a bearer token may carry it', async () => {
    const accounts = await open();
    const { headers, body } = await accounts.post('/sign-up/email', {
      name: 'Ada',
      email: 'ada@example.com',
      password,
    });
    const token = String(body!.token);
    const value = sessionCookie(headers).split(';')[0]!.split('=').slice(1).join('=');
    const authenticate = (cookie: string) =>
      accounts.accounts.authenticate({ headers: { cookie: `other=1; svc.session_token=${cookie}` } });
    expect(await authenticate(value)).toMatchObject({ email: 'ada@example.com' });
    expect(await authenticate(token)).toBeNull();
    expect(await authenticate(`${token}.${'A'.repeat(43)}%3D`)).toBeNull();
    expect(await accounts.authenticate(decodeURIComponent(value))).toMatchObject({ email: 'ada@example.com' });
    expect(await accounts.authenticate(`${token}.${'A'.repeat(43)}=`)).toBeNull();
  });
});

describe('what is logged', () => {
  test('holds no token, password or cookie, whatever goes wrong', async () => {
    const accounts = await open();
    const { headers, body } = await accounts.post('/sign-up/email', {
      name: 'Ada',
      email: 'ada@example.com',
      password,
    });
    const token = String(body!.token);
    const cookie = sessionCookie(headers).split(';')[0]!;
    await accounts.post('/sign-in/email', { email: 'ada@example.com', password: 'a wrong password' });
    await accounts.post('/request-password-reset', { email: 'nobody@example.com' });
    await accounts.get(
      `/verify-email?token=${token}&callbackURL=https%3A%2F%2Fevil.example%2F%3Ftoken%3D${token}`,
      token,
    );
    await accounts.post('/sign-in/social', { provider: 'nonsense', idToken: { token } }, token);
    await accounts.get(`/callback/github?code=${token}&state=${token}`, undefined, { cookie });
    // Losing its tables makes better-auth fail with errors of its own.
    await accounts.database.sql`drop table auth_sessions`.execute(accounts.database.kysely);
    const failed = await accounts.get('/list-sessions', token);
    await accounts.post('/sign-in/email', { email: 'ada@example.com', password });
    expect(failed.status).toBe(500);
    expect(accounts.log.length).toBeGreaterThan(3);
    const log = accounts.log.join('\n');
    for (const secret of [token, cookie.split('=')[1]!, password, 'a wrong password', testSecret])
      expect(log).not.toContain(secret);
  });
});

describe('a request from another site', () => {
  let accounts: TestAccounts;
  beforeAll(async () => {
    accounts = await openTestAccounts({ settings: { TRUSTED_ORIGINS: 'https://app.example.com' } });
    await accounts.signUp();
  });
  afterAll(() => accounts.close());
  const credentials = { email: 'ada@example.com', password };
  const form = new URLSearchParams(credentials).toString();

  /** Node's fetch sends Sec-Fetch-Mode on its own; this sends what the test says and nothing else. */
  function plainRequest(
    path: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<{ status: number; text: string; cookies: readonly string[] }> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        `${accounts.url}/api/auth${path}`,
        { method: 'POST', headers: { 'content-length': Buffer.byteLength(body), ...headers } },
        (res) => {
          let text = '';
          res.on('data', (chunk) => {
            text += String(chunk);
          });
          res.on('end', () => resolve({ status: res.statusCode!, text, cookies: res.headers['set-cookie'] ?? [] }));
        },
      );
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  }

  const asForm = { 'content-type': 'application/x-www-form-urlencoded' };

  test.each([
    [
      'Sec-Fetch-Site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', origin: 'https://evil.example' },
    ],
    ['a sibling domain', { 'sec-fetch-site': 'same-site', origin: 'https://evil.example.com' }],
    ['a foreign Origin alone', { origin: 'https://evil.example' }],
    ['an opaque Origin', { origin: 'null' }],
  ])('can sign nobody in or out: %s', async (_case, headers) => {
    const signIn = await plainRequest('/sign-in/email', { ...asForm, ...headers }, form);
    expect([signIn.status, signIn.cookies]).toEqual([403, []]);
    expect(JSON.parse(signIn.text)).toMatchObject({ message: expect.stringContaining('another site') });
    const { headers: own, body } = await accounts.post('/sign-in/email', credentials);
    const cookie = sessionCookie(own).split(';')[0]!;
    expect(
      (await plainRequest('/sign-out', { 'content-type': 'application/json', cookie, ...headers }, '{}')).status,
    ).toBe(403);
    expect(await accounts.authenticate(String(body!.token))).not.toBeNull();
  });

  test.each([
    ['a command line without Origin', {}],
    ['a library that sends Sec-Fetch-Mode only', { 'sec-fetch-mode': 'cors' }],
    ['our own page', { 'sec-fetch-site': 'same-origin' }],
    ['an address typed into a browser', { 'sec-fetch-site': 'none' }],
    ['a trusted application', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }],
  ])('is not %s', async (_case, headers) => {
    const { status, cookies } = await plainRequest(
      '/sign-in/email',
      { 'content-type': 'application/json', ...headers },
      JSON.stringify(credentials),
    );
    expect(status).toBe(200);
    const cookie = cookies[0]!.split(';')[0]!;
    expect(
      (await plainRequest('/sign-out', { 'content-type': 'application/json', cookie, ...headers }, '{}')).status,
    ).toBe(200);
  });

  test('may be a provider’s form, which only leads on to the guarded callback', async () => {
    const { status } = await plainRequest(
      '/callback/apple',
      { ...asForm, 'sec-fetch-site': 'cross-site', origin: 'https://appleid.apple.com' },
      'code=1&state=2',
    );
    expect(status).toBe(302);
  });
});

describe('guessing', () => {
  test('a password is over after ten failures, all at once too, for the right password too, and for that account only', async () => {
    const accounts = await open();
    await accounts.signUp();
    await accounts.signUp('bob@example.com');
    const tries = await Promise.all(
      Array.from({ length: 50 }, () =>
        accounts.post('/sign-in/email', { email: 'Ada@example.com', password: 'wrong guess' }),
      ),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(401), ...Array(40).fill(429)]);
    const { status, body, headers } = await accounts.post('/sign-in/email', { email: 'ada@example.com', password });
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(800);
    expect(body).toMatchObject({ message: expect.stringContaining('Try again') });
    expect((await accounts.post('/sign-in/email', { email: 'bob@example.com', password })).status).toBe(200);
  });

  test('an unknown address is limited as well', async () => {
    const accounts = await open();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await accounts.post('/sign-in/email', { email: 'nobody@example.com', password })).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
  });

  test('signing in successfully is never limited', async () => {
    const accounts = await open();
    await accounts.signUp();
    const answers = await Promise.all(
      Array.from({ length: 15 }, () => accounts.post('/sign-in/email', { email: 'ada@example.com', password })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(15).fill(200));
  });

  test('the password of a stolen session is over after ten failures', async () => {
    const accounts = await open();
    const { token } = await accounts.signUp();
    const statuses: number[] = [];
    for (let i = 0; i < 11; i += 1)
      statuses.push((await accounts.post('/verify-password', { password: 'wrong guess' }, token)).status);
    expect(statuses).toEqual([...Array(10).fill(400), 429]);
  });

  test('flooding a mailbox with mails ends after ten', async () => {
    const accounts = await open();
    await accounts.signUp();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => accounts.post('/request-password-reset', { email: 'ada@example.com' })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(10).fill(200), 429, 429]);
  });
});

describe('where links and cookies lead', () => {
  test('behind TLS cookies are Secure and links have the public address', async () => {
    const accounts = await open({ publicUrl: 'https://api.example.com' });
    const { headers } = await accounts.post('/sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
    expect(sessionCookie(headers)).toMatch(/^__Secure-svc\.session_token=.*; Secure/);
    expect(await accounts.mailTo('ada@example.com', /Confirm/)).toMatch(
      /^https:\/\/api\.example\.com\/api\/auth\/verify-email/,
    );
    const cookie = sessionCookie(headers).split(';')[0]!;
    expect(await accounts.accounts.authenticate({ headers: { cookie } })).toMatchObject({ email: 'ada@example.com' });
  });

  test('a made-up Host does not get into a mail: the link leads to the port that is served', async () => {
    const accounts = await open();
    await accounts.signUp();
    const body = JSON.stringify({ email: 'ada@example.com' });
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    };
    await new Promise((resolve) => {
      request(`${accounts.url}/api/auth/request-password-reset`, { method: 'POST', headers }, (res) =>
        res.resume().on('end', resolve),
      ).end(body);
    });
    const served = accounts.url.replace('127.0.0.1', 'localhost');
    expect(await accounts.mailTo('ada@example.com', /Reset/)).toMatch(new RegExp(`^${served}/api/auth/`));
    expect(accounts.log.join('\n')).toContain(`Links in mails point to ${served}. Set PUBLIC_URL`);
  });
});

describe('settings', () => {
  test('a session lasts at most ten years, so that its end is a date', () => {
    const parse = (text: string) =>
      z.object(authSettings).safeParse({ AUTH_SESSION_SECONDS: text, AUTH_FRESH_SECONDS: text }).success;
    expect([parse('315360000'), parse('315360001'), parse('99999999999999')]).toEqual([true, false, false]);
  });

  test('without verification mails, asking for one is 400', async () => {
    const accounts = await open({ settings: { AUTH_EMAIL_VERIFICATION: 'off' } });
    const { token } = await accounts.signUp();
    const { status, body } = await accounts.post('/send-verification-email', { email: 'ada@example.com' }, token);
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining('erification') }]);
    expect(accounts.mails).toEqual([]);
  });

  test('with required verification nobody signs in before, and a taken address is not given away', async () => {
    const accounts = await open({ settings: { AUTH_EMAIL_VERIFICATION: 'required' } });
    const first = await accounts.post('/sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
    const second = await accounts.post('/sign-up/email', { name: 'Ada', email: 'ada@example.com', password });
    expect([first.status, first.body!.token, second.status, second.body!.token]).toEqual([200, null, 200, null]);
    expect(Object.keys(second.body!.user as object).toSorted()).toEqual(
      Object.keys(first.body!.user as object).toSorted(),
    );
    expect((await accounts.post('/sign-in/email', { email: 'ada@example.com', password })).status).toBe(403);
    const { pathname, search } = new URL(await accounts.mailTo('ada@example.com', /Confirm/));
    await accounts.get(`${pathname.replace('/api/auth', '')}${search}`);
    expect((await accounts.post('/sign-in/email', { email: 'ada@example.com', password })).status).toBe(200);
  });

  test('with confirmed deletion the account goes by the link, in the session that asked', async () => {
    const accounts = await open({ settings: { AUTH_CONFIRM_DELETION: 'true' } });
    const { token } = await accounts.signUp();
    const { body } = await accounts.post('/delete-user', { password }, token);
    expect(body).toEqual({ success: true, message: 'Verification email sent' });
    const link = new URL(await accounts.mailTo('ada@example.com', /Delete/));
    expect((await accounts.get(`/delete-user/callback${link.search}`)).status).toBe(404);
    expect((await accounts.post('/delete-user', { token: link.searchParams.get('token') }, token)).body).toEqual({
      success: true,
      message: 'User deleted',
    });
    expect(await accounts.authenticate(token)).toBeNull();
  });
});
