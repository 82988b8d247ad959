import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authSettings } from './auth-settings.js';
import { openTestAccounts, type TestAccounts } from '../testing/open-test-accounts.js';
import { readOwnProvider, readSocialProviders } from './social-providers.js';
import { startFakeProvider } from '../testing/start-fake-provider.js';

const profile = { sub: 'company-1', email: 'grace@example.com', name: 'Grace', email_verified: true };
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let accounts: TestAccounts;

beforeAll(async () => {
  provider = await startFakeProvider(profile);
  accounts = await openTestAccounts({
    settings: { ...provider.settings, GITHUB_CLIENT_ID: 'id', GITHUB_CLIENT_SECRET: 'secret' },
  });
});
afterAll(async () => {
  await accounts.close();
  provider.close();
});

/** A browser's part: keeps the cookies, follows the provider's redirect back to the callback. */
async function goThrough(body: Record<string, unknown> = {}, change = (url: URL) => url) {
  const start = await accounts.post('/sign-in/social', { provider: 'company', callbackURL: '/welcome', ...body });
  const cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const authorized = await fetch(String(start.body!.url), { redirect: 'manual' });
  const back = change(new URL(authorized.headers.get('location')!));
  const callback = await accounts.get(`${back.pathname.replace('/api/auth', '')}${back.search}`, undefined, { cookie });
  return { start, cookie, back, callback };
}

const parse = (values: Record<string, string>) => z.object(authSettings).parse(values);

const sessionOf = (headers: Headers) =>
  headers
    .getSetCookie()
    .find((line) => line.startsWith('svc.session_token='))
    ?.split(';')[0];

test('a configured provider signs somebody up and in, and the tokens that it gave are not readable in the database', async () => {
  const { start, back, callback } = await goThrough({ newUserCallbackURL: '/first-steps' });
  expect([start.status, start.body]).toMatchObject([
    200,
    { redirect: true, url: expect.stringContaining(`${provider.url}/authorize?`) },
  ]);
  expect(back.href).toContain(`${accounts.url}/api/auth/callback/company?`);
  expect([callback.status, callback.headers.get('location')]).toEqual([302, '/first-steps']);
  const cookie = sessionOf(callback.headers)!;
  expect(await accounts.accounts.authenticate({ headers: { cookie } })).toMatchObject({
    email: 'grace@example.com',
    name: 'Grace',
    roles: [],
  });
  const stored = await accounts.database.kysely
    .selectFrom('auth_accounts')
    .select('accessToken')
    .where('providerId', '=', 'company')
    .executeTakeFirstOrThrow();
  expect(stored.accessToken).toBeTruthy();
  expect([...provider.accessTokens]).not.toContain(stored.accessToken);

  const again = await goThrough();
  expect(again.callback.headers.get('location')).toBe('/welcome');
  const users = await accounts.database.kysely
    .selectFrom('auth_users')
    .select('id')
    .where('email', '=', 'grace@example.com')
    .execute();
  expect(users).toHaveLength(1);
});

test('a callback works once, and only with the state and the browser that began', async () => {
  const { callback, cookie, back } = await goThrough();
  expect(callback.status).toBe(302);
  const replayed = await accounts.get(`${back.pathname.replace('/api/auth', '')}${back.search}`, undefined, { cookie });
  expect(sessionOf(replayed.headers)).toBeUndefined();
  expect(replayed.headers.get('location')).toContain('error=');
  const forged = await goThrough({}, (url) => {
    url.searchParams.set('state', 'made-up');
    return url;
  });
  expect(sessionOf(forged.callback.headers)).toBeUndefined();
  const wrongCode = await goThrough({ errorCallbackURL: '/failed' }, (url) => {
    url.searchParams.set('code', 'made-up');
    return url;
  });
  expect(wrongCode.callback.headers.get('location')).toBe('/failed?error=invalid_code');
});

test('a provider that posts its answer is led to the same callback', async () => {
  const start = await accounts.post('/sign-in/social', { provider: 'company', callbackURL: '/welcome' });
  const cookie = start.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const back = new URL((await fetch(String(start.body!.url), { redirect: 'manual' })).headers.get('location')!);
  const posted = await accounts.call('POST', '/callback/company', {
    body: back.searchParams.toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: provider.url,
      'sec-fetch-site': 'cross-site',
    },
  });
  expect(posted.status).toBe(302);
  const next = new URL(posted.headers.get('location')!);
  const callback = await accounts.get(`${next.pathname.replace('/api/auth', '')}${next.search}`, undefined, { cookie });
  expect(callback.headers.get('location')).toBe('/welcome');
  expect(sessionOf(callback.headers)).toBeDefined();
});

test('without redirect the address is answered only; the scopes of a sign-in replace the defaults', async () => {
  const { body, headers } = await accounts.post('/sign-in/social', {
    provider: 'github',
    disableRedirect: true,
    scopes: ['gist'],
  });
  expect(body).toMatchObject({
    redirect: false,
    url: expect.stringContaining('https://github.com/login/oauth/authorize?'),
  });
  expect(new URL(String(body!.url)).searchParams.get('scope')).toBe('gist');
  expect(headers.get('location')).toBeNull();
});

test('the scopes replace those of the own provider too, and are the same where the browser is sent', async () => {
  const scopesOf = (answer: string) => new URL(answer).searchParams.get('scope');
  const sent = await accounts.post('/sign-in/social', { provider: 'company', scopes: ['openid', 'groups'] });
  expect([scopesOf(String(sent.body!.url)), scopesOf(sent.headers.get('location')!)]).toEqual([
    'openid groups',
    'openid groups',
  ]);
  const without = await accounts.post('/sign-in/social', { provider: 'company', scopes: [] });
  expect(scopesOf(String(without.body!.url))).toContain('email');
  const linked = await accounts.post(
    '/link-social',
    { provider: 'github', scopes: ['gist'], disableRedirect: true },
    (await accounts.signUp('linking@example.com')).token,
  );
  expect(scopesOf(String(linked.body!.url))).toBe('gist');
});

test('a provider that is not configured is 404 and says so, a foreign callback address 403', async () => {
  const unknown = await accounts.post('/sign-in/social', { provider: 'google' });
  expect([unknown.status, unknown.body]).toMatchObject([
    404,
    { code: 'PROVIDER_NOT_FOUND', message: expect.stringContaining('is not configured on this service') },
  ]);
  expect(
    (await accounts.post('/sign-in/social', { provider: 'company', callbackURL: 'https://evil.example/' })).status,
  ).toBe(403);
  const identity = await accounts.post('/sign-in/social', { provider: 'company', idToken: { token: 'x' } });
  expect(identity.status).toBeGreaterThanOrEqual(400);
  expect(identity.status).toBeLessThan(500);
});

test('a provider that is configured by half is named before anything starts', () => {
  expect(() => readSocialProviders(parse({ GOOGLE_CLIENT_ID: 'id' }))).toThrow(
    'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together',
  );
  expect(() => readOwnProvider(parse({ OAUTH_PROVIDER: 'company', OAUTH_CLIENT_ID: 'id' }))).toThrow(
    'OAUTH_PROVIDER needs',
  );
  expect(readOwnProvider(parse({}))).toBeNull();
});
