import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestAccounts, type TestAccounts } from '../testing/open-test-accounts.js';

let accounts: TestAccounts;
let email: string;
let count = 0;
const password = 'correct horse battery';

beforeAll(async () => {
  accounts = await openTestAccounts();
});
afterAll(() => accounts.close());
beforeEach(() => {
  email = `ada${(count += 1)}@example.com`;
});

/** Path and query below the mount of a link in a mail. */
function below(link: string): string {
  const { pathname, search } = new URL(link);
  return `${pathname.replace('/api/auth', '')}${search}`;
}

const embeddedUser = {
  id: expect.any(String),
  email: expect.any(String),
  name: 'Ada',
  emailVerified: false,
  createdAt: expect.any(String),
  updatedAt: expect.any(String),
};

describe('signing up', () => {
  test('answers the account and a token that works at once', async () => {
    const { status, body } = await accounts.post('/sign-up/email', {
      name: 'Ada',
      email: email.toUpperCase(),
      password,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: expect.any(String), user: { ...embeddedUser, email } });
    expect(await accounts.authenticate(String(body!.token))).toMatchObject({ email, roles: [] });
  });

  test('with a taken address is 422', async () => {
    await accounts.signUp(email);
    const { status, body } = await accounts.post('/sign-up/email', { name: 'Eve', email, password });
    expect([status, body]).toMatchObject([422, { message: expect.stringContaining('already exists') }]);
  });

  test.each([
    ['a missing name', { email: 'x@example.com', password }],
    ['an empty name', { name: '', email: 'x@example.com', password }],
    ['a blank name', { name: ' \t\u00a0\u200b', email: 'x@example.com', password }],
    ['a picture that is a script', { name: 'X', email: 'x@example.com', password, image: 'javascript:alert(1)' }],
    ['a picture that is no address', { name: 'X', email: 'x@example.com', password, image: 'ada.png' }],
    ['a malformed address', { name: 'X', email: 'nobody', password }],
    ['a short password', { name: 'X', email: 'x@example.com', password: 'short' }],
    ['a very long password', { name: 'X', email: 'x@example.com', password: 'x'.repeat(129) }],
    ['a NUL character', { name: 'X\0', email: 'x@example.com', password }],
    ['no object', []],
  ])('with %s is 400 with a message', async (_case, given) => {
    const { status, body } = await accounts.post('/sign-up/email', given);
    expect([status, body]).toMatchObject([400, { message: expect.any(String) }]);
  });

  test('needs a name that can be seen, and a picture that is a web address', async () => {
    const send = (change: object) => accounts.post('/sign-up/email', { name: 'Ada', email, password, ...change });
    expect(await send({ name: ' ' })).toMatchObject({ status: 400, body: { code: 'INVALID_NAME' } });
    expect(await send({ image: 'javascript:alert(1)' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_IMAGE' },
    });
    const image = 'https://example.com/ada.png';
    expect(await send({ image })).toMatchObject({ status: 200, body: { user: { image } } });
  });

  test('never grants a role or a verified address, whatever the body says', async () => {
    const { body } = await accounts.post('/sign-up/email', {
      name: 'Eve',
      email,
      password,
      role: 'admin',
      roles: ['admin'],
      emailVerified: true,
    });
    expect(body).toMatchObject({ user: { emailVerified: false } });
    await accounts.post('/update-user', { name: 'Eve', role: 'admin', roles: ['admin'] }, String(body!.token));
    expect(await accounts.authenticate(String(body!.token))).toMatchObject({ roles: [] });
  });
});

describe('signing in', () => {
  test('answers a token, the account and no redirect', async () => {
    await accounts.signUp(email);
    const { status, body } = await accounts.post('/sign-in/email', { email, password });
    expect(status).toBe(200);
    expect(body).toEqual({
      redirect: false,
      token: expect.any(String),
      url: null,
      user: expect.objectContaining({ email }),
    });
  });

  test('leaves it to the client whether to go to the callback address', async () => {
    await accounts.signUp(email);
    const { body } = await accounts.post('/sign-in/email', { email, password, callbackURL: '/home' });
    expect(body).toMatchObject({ redirect: false, url: '/home' });
  });

  test('sets a cookie that scripts cannot read and other sites cannot send', async () => {
    await accounts.signUp(email);
    const { headers } = await accounts.post('/sign-in/email', { email, password });
    const cookie = headers.getSetCookie().find((line) => line.startsWith('svc.session_token='))!;
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).not.toMatch(/Secure/);
    const session = await accounts.call('GET', '/get-session', { headers: { cookie: cookie.split(';')[0]! } });
    expect(session.body).toMatchObject({ user: { email } });
  });

  test('is the same 401 for a wrong password and an unknown address', async () => {
    await accounts.signUp(email);
    const wrong = await accounts.post('/sign-in/email', { email, password: 'not the password' });
    const unknown = await accounts.post('/sign-in/email', { email: 'nobody@example.com', password });
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toBe('Bearer');
    expect([unknown.status, unknown.text]).toEqual([wrong.status, wrong.text]);
  });

  test('without remembering ends with the browser', async () => {
    await accounts.signUp(email);
    const { headers } = await accounts.post('/sign-in/email', { email, password, rememberMe: false });
    expect(headers.getSetCookie().find((line) => line.startsWith('svc.session_token='))).not.toMatch(/Max-Age|Expires/);
  });
});

describe('the session', () => {
  test('is answered to GET and POST alike, and is null without credentials', async () => {
    const { token } = await accounts.signUp(email);
    const got = await accounts.get('/get-session', token);
    expect(got.body).toMatchObject({ session: { token, userId: expect.any(String) }, user: { email } });
    expect((await accounts.post('/get-session', {}, token)).body).toEqual(got.body);
    expect((await accounts.call('POST', '/get-session', { token })).body).toEqual(got.body);
    expect((await accounts.get('/get-session')).text).toBe('null');
    expect((await accounts.get('/get-session', 'x'.repeat(32))).text).toBe('null');
  });

  test('keeps what update-session puts into it, and nothing else of the body', async () => {
    const { token } = await accounts.signUp(email);
    const first = await accounts.post(
      '/update-session',
      { theme: 'dark', sizes: [1, 2], userId: 'somebody', token: 'other' },
      token,
    );
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ session: { token, data: { theme: 'dark', sizes: [1, 2] } } });
    const second = await accounts.post('/update-session', { theme: null }, token);
    expect(second.body).toMatchObject({ session: { data: { sizes: [1, 2] } } });
    expect(JSON.stringify(second.body)).not.toContain('dark');
    expect((await accounts.get('/get-session', token)).body).toMatchObject({
      user: { email },
      session: { data: { sizes: [1, 2] } },
    });
  });

  test('refuses an update without a session, with no object, and with too much', async () => {
    const { token } = await accounts.signUp(email);
    expect((await accounts.post('/update-session', { a: 1 })).status).toBe(401);
    expect((await accounts.post('/update-session', [1], token)).status).toBe(400);
    const { status, body } = await accounts.post('/update-session', { a: 'x'.repeat(5_000) }, token);
    expect([status, body]).toMatchObject([400, { message: expect.stringContaining('4096') }]);
  });

  test('ends with signing out: the token is refused at once', async () => {
    const { token } = await accounts.signUp(email);
    expect(await accounts.authenticate(token)).toMatchObject({ email });
    const { status, body } = await accounts.call('POST', '/sign-out', { token });
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await accounts.authenticate(token)).toBeNull();
    expect((await accounts.get('/get-session', token)).text).toBe('null');
    expect((await accounts.get('/list-sessions', token)).status).toBe(401);
  });

  test('list marks its own session by its token and names the others so that they can be revoked, not used', async () => {
    const { token } = await accounts.signUp(email);
    const other = String((await accounts.post('/sign-in/email', { email, password })).body!.token);
    expect(await accounts.authenticate(other)).toMatchObject({ email });
    const { body } = await accounts.get('/list-sessions', token);
    const sessions = body as unknown as readonly { readonly token: string }[];
    expect(sessions).toHaveLength(2);
    const handle = sessions.map((session) => session.token).find((listed) => listed !== token)!;
    expect(handle).not.toBe(other);
    expect(await accounts.authenticate(handle)).toBeNull();
    expect((await accounts.get('/get-session', handle)).text).toBe('null');
    await accounts.call('POST', '/sign-out', { token: handle });
    expect(await accounts.authenticate(other)).toMatchObject({ email });
    expect((await accounts.post('/revoke-session', { token: handle }, token)).body).toEqual({ status: true });
    expect(await accounts.authenticate(other)).toBeNull();
    expect(await accounts.authenticate(token)).toMatchObject({ email });
  });

  test('is revoked by its token too, but only by its own account', async () => {
    const { token } = await accounts.signUp(email);
    const eve = await accounts.signUp(`eve-${email}`);
    await accounts.post('/revoke-session', { token }, eve.token);
    expect(await accounts.authenticate(token)).toMatchObject({ email });
    const other = String((await accounts.post('/sign-in/email', { email, password })).body!.token);
    await accounts.post('/revoke-session', { token: other }, token);
    expect(await accounts.authenticate(other)).toBeNull();
    expect((await accounts.post('/revoke-session', { token })).status).toBe(401);
    expect((await accounts.post('/revoke-session', {}, token)).status).toBe(400);
  });

  test('survives revoking the others', async () => {
    const { token } = await accounts.signUp(email);
    const other = String((await accounts.post('/sign-in/email', { email, password })).body!.token);
    await accounts.post('/revoke-other-sessions', {}, token);
    expect([await accounts.authenticate(token), await accounts.authenticate(other)]).toMatchObject([{ email }, null]);
  });
});

describe('the password', () => {
  test('is verified, and a wrong one is 400', async () => {
    const { token } = await accounts.signUp(email);
    expect((await accounts.post('/verify-password', { password }, token)).body).toEqual({ status: true });
    expect((await accounts.post('/verify-password', { password: 'wrong' }, token)).status).toBe(400);
    expect((await accounts.post('/verify-password', { password })).status).toBe(401);
  });

  test('changes, and other sessions end when that is asked for', async () => {
    const { token } = await accounts.signUp(email);
    const other = String((await accounts.post('/sign-in/email', { email, password })).body!.token);
    expect(await accounts.authenticate(other)).toMatchObject({ email });
    const change = { currentPassword: password, newPassword: 'another battery', revokeOtherSessions: true };
    expect((await accounts.post('/change-password', { ...change, currentPassword: 'wrong' }, token)).status).toBe(400);
    const { status, body } = await accounts.post('/change-password', change, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token: expect.any(String), user: embeddedUser });
    expect([await accounts.authenticate(token), await accounts.authenticate(other)]).toEqual([null, null]);
    expect(await accounts.authenticate(String(body!.token))).toMatchObject({ email });
    expect((await accounts.post('/sign-in/email', { email, password })).status).toBe(401);
  });

  test('changes without touching sessions when that is not asked for', async () => {
    const { token } = await accounts.signUp(email);
    const { body } = await accounts.post(
      '/change-password',
      { currentPassword: password, newPassword: 'another battery' },
      token,
    );
    expect(body).toMatchObject({ token: null });
    expect(await accounts.authenticate(token)).toMatchObject({ email });
  });

  test('is reset by a link that works once, and every session ends', async () => {
    const { token } = await accounts.signUp(email);
    const asked = await accounts.post('/request-password-reset', { email, redirectTo: '/reset' });
    expect(asked.body).toEqual({ status: true, message: expect.any(String) });
    const link = await accounts.mailTo(email, /Reset/);
    const redirect = await accounts.get(below(link));
    const target = new URL(redirect.headers.get('location')!);
    expect([redirect.status, target.pathname]).toEqual([302, '/reset']);
    const resetToken = target.searchParams.get('token')!;
    expect((await accounts.post('/reset-password', { newPassword: 'short', token: resetToken })).status).toBe(400);
    expect(
      (await accounts.post('/reset-password', { newPassword: 'another battery', token: resetToken })).body,
    ).toEqual({ status: true });
    expect(await accounts.authenticate(token)).toBeNull();
    expect((await accounts.post('/reset-password', { newPassword: 'third battery', token: resetToken })).status).toBe(
      400,
    );
    expect((await accounts.post('/sign-in/email', { email, password: 'another battery' })).status).toBe(200);
    const again = await accounts.get(below(link));
    expect(new URL(again.headers.get('location')!).searchParams.get('error')).toBe('INVALID_TOKEN');
  });

  test('reset answers the same for an unknown address, and redirects only to where it may', async () => {
    await accounts.signUp(email);
    const known = await accounts.post('/request-password-reset', { email, redirectTo: '/reset' });
    const unknown = await accounts.post('/request-password-reset', {
      email: 'nobody@example.com',
      redirectTo: '/reset',
    });
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(
      (await accounts.post('/request-password-reset', { email, redirectTo: 'https://evil.example/' })).status,
    ).toBe(403);
    expect((await accounts.get('/reset-password/nonsense?callbackURL=https%3A%2F%2Fevil.example')).status).toBe(403);
    expect((await accounts.get('/reset-password/nonsense')).status).toBe(400);
  });
});

describe('the e-mail address', () => {
  test('is verified by the link of the mail after signing up', async () => {
    await accounts.signUp(email);
    const link = below(await accounts.mailTo(email, /Confirm/));
    const { status, body } = await accounts.get(link.replace(/&callbackURL.*/, ''));
    expect([status, body]).toMatchObject([200, { status: true, user: { email, emailVerified: true } }]);
    const redirect = await accounts.get(link);
    expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/']);
  });

  test('verification with a bad token is 401, or a redirect that says so', async () => {
    expect((await accounts.get('/verify-email?token=nonsense')).status).toBe(401);
    expect((await accounts.get('/verify-email')).status).toBe(400);
    const { headers } = await accounts.get('/verify-email?token=nonsense&callbackURL=%2Fwelcome');
    expect(headers.get('location')).toBe('/welcome?error=INVALID_TOKEN');
  });

  test('verification can be asked for again, by its owner only', async () => {
    const { token } = await accounts.signUp(email);
    expect((await accounts.post('/send-verification-email', { email }, token)).body).toEqual({ status: true });
    expect((await accounts.post('/send-verification-email', { email, callbackURL: null }, token)).body).toEqual({
      status: true,
    });
    expect((await accounts.post('/send-verification-email', { email: 'other@example.com' }, token)).status).toBe(400);
  });

  test('of an unverified account changes at once', async () => {
    const { token } = await accounts.signUp(email);
    const { status, body } = await accounts.post('/change-email', { newEmail: `new-${email}` }, token);
    expect([status, body]).toMatchObject([
      200,
      { status: true, message: 'Email updated', user: { email: `new-${email}` } },
    ]);
    expect(await accounts.authenticate(token)).toMatchObject({ email: `new-${email}` });
    expect((await accounts.post('/change-email', { newEmail: 'nonsense' }, token)).status).toBe(400);
    expect((await accounts.post('/change-email', { newEmail: 'x@example.com' })).status).toBe(401);
  });

  test('of a verified account changes after the old and the new address agreed', async () => {
    const { token } = await accounts.signUp(email);
    await accounts.get(below(await accounts.mailTo(email, /Confirm/)));
    const newEmail = `new-${email}`;
    const { body } = await accounts.post('/change-email', { newEmail }, token);
    expect(body).toMatchObject({ status: true, message: 'Verification email sent', user: { email } });
    await accounts.get(below(await accounts.mailTo(email, /Change/)), token);
    expect(await accounts.authenticate(token)).toMatchObject({ email });
    await accounts.get(below(await accounts.mailTo(newEmail, /Confirm/)), token);
    expect(await accounts.authenticate(token)).toMatchObject({ email: newEmail });
  });
});

describe('the account', () => {
  test('takes a new name and image, and is answered', async () => {
    const { token } = await accounts.signUp(email);
    const { status, body } = await accounts.post(
      '/update-user',
      { name: 'Ada Lovelace', image: 'https://example.com/ada.png' },
      token,
    );
    expect([status, body]).toMatchObject([
      200,
      { user: { name: 'Ada Lovelace', image: 'https://example.com/ada.png', email } },
    ]);
    expect((await accounts.post('/update-user', { image: null }, token)).body).toMatchObject({ user: { image: null } });
  });

  test.each([
    [{}],
    [{ name: '' }],
    [{ name: '\u200b ' }],
    [{ name: 5 }],
    [{ name: {} }],
    [{ image: 5 }],
    [{ image: '' }],
    [{ image: 'JavaScript:alert(1)' }],
    [{ image: ' https://example.com' }],
    [{ email: 'other@example.com' }],
  ])('refuses %j', async (change) => {
    const { token } = await accounts.signUp(email);
    const { status, body } = await accounts.post('/update-user', change, token);
    expect([status, body]).toMatchObject([400, { message: expect.any(String) }]);
  });

  test('is deleted with its password, and nothing of it is left', async () => {
    const { token, user } = await accounts.signUp(email);
    expect((await accounts.post('/delete-user', { password: 'wrong' }, token)).status).toBe(400);
    expect(await accounts.authenticate(token)).toMatchObject({ email });
    const { status, body } = await accounts.post('/delete-user', { password }, token);
    expect([status, body]).toEqual([200, { success: true, message: 'User deleted' }]);
    expect(await accounts.authenticate(token)).toBeNull();
    expect((await accounts.post('/sign-in/email', { email, password })).status).toBe(401);
    const { kysely } = accounts.database;
    for (const table of ['auth_sessions', 'auth_accounts'] as const) {
      expect(await kysely.selectFrom(table).selectAll().where('userId', '=', user.id).execute()).toEqual([]);
    }
  });

  test('is deleted by a fresh session without a body', async () => {
    const { token } = await accounts.signUp(email);
    const { status, body } = await accounts.post('/delete-user', undefined, token);
    expect([status, body]).toEqual([200, { success: true, message: 'User deleted' }]);
    expect(await accounts.authenticate(token)).toBeNull();
  });

  test('is deleted without a password only by a fresh session', async () => {
    const fresh = await accounts.signUp(email);
    expect((await accounts.post('/delete-user', {}, fresh.token)).body).toEqual({
      success: true,
      message: 'User deleted',
    });
    const stale = await accounts.signUp(email);
    const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await accounts.database.kysely
      .updateTable('auth_sessions')
      .set({ createdAt: twoDaysAgo })
      .where('userId', '=', stale.user.id)
      .execute();
    expect((await accounts.post('/delete-user', {}, stale.token)).status).toBe(400);
    expect((await accounts.post('/delete-user', { password }, stale.token)).status).toBe(200);
  });
});

describe('refusals', () => {
  test.each([
    ['GET', '/nowhere', 404],
    ['GET', '/sign-out', 404],
    ['DELETE', '/get-session', 404],
    ['GET', '/get-session/', 404],
    ['GET', '/', 404],
    ['POST', '/sign-in/social', 400],
    ['GET', '/list-sessions', 401],
    ['GET', '/error?error=state_mismatch', 400],
  ])('%s %s is %i with a JSON message', async (method, path, expected) => {
    const { status, body, headers } = await accounts.call(method, path, method === 'POST' ? { body: {} } : {});
    expect(status).toBe(expected);
    expect(headers.get('content-type')).toContain('application/json');
    expect(body).toMatchObject({ message: expect.stringMatching(/\w/) });
  });

  test('a malformed body is 400, another type 415, too large a body 413', async () => {
    const malformed = await accounts.post('/sign-in/email', '{');
    const plain = await accounts.call('POST', '/sign-in/email', {
      body: 'hello',
      headers: { 'content-type': 'text/plain' },
    });
    const large = await accounts.post('/sign-in/email', { email, password: 'x'.repeat(70_000) });
    const huge = await accounts.post('/sign-in/email', { email, password: 'x'.repeat(10_000_000) });
    expect([malformed.status, plain.status, large.status, huge.status]).toEqual([400, 415, 413, 413]);
    for (const { body } of [malformed, plain, large, huge]) expect(body).toMatchObject({ message: expect.any(String) });
  });
});
