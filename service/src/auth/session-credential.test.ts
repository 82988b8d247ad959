import { createHmac } from 'node:crypto';
import { parseCookies as parseLastOf } from 'better-auth/cookies';
import { parseCookies as parseFirstOf } from 'better-call';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { openTestAccounts, testSecret } from '../testing/open-test-accounts.js';
import { readCredential, sessionCookieName, withSessionCookie } from './session-credential.js';

const [plain, secured] = [sessionCookieName(false), sessionCookieName(true)];
const token = (letter: string) => letter.repeat(32);
const signed = (letter: string) =>
  `${token(letter)}.${createHmac('sha256', testSecret).update(token(letter)).digest('base64')}`;

describe('the session cookie', () => {
  test('has the __Secure- prefix over TLS, and has none without: no other one counts', () => {
    const both = `${plain}=a.plain; ${secured}=a.secured`;
    expect([readCredential({ cookie: both }, true), readCredential({ cookie: both }, false)]).toEqual([
      'a.secured',
      'a.plain',
    ]);
    expect(readCredential({ cookie: `${plain}=a.plain` }, true)).toBeNull();
    expect(readCredential({ cookie: `${secured}=a.secured` }, false)).toBeNull();
  });

  test('is the same one for every parser, however many the request has', () => {
    const name = fc.constantFrom(plain, secured, `x${plain}`, 'other', '', plain.toUpperCase());
    const space = fc.constantFrom('', ' ', '  ', '\t', '\u00a0');
    const value = fc.constantFrom(signed('a'), encodeURIComponent(signed('b')), '', '"', '%', 'a=b', `${plain}=c.d`);
    const pair = fc.oneof(
      fc.tuple(space, name, space, value, space).map(([a, key, b, text, c]) => `${a}${key}${b}=${text}${c}`),
      fc.constantFrom(plain, ' ', 'other'),
    );
    fc.assert(
      fc.property(fc.array(pair, { maxLength: 5 }), fc.boolean(), (pairs, secure) => {
        const cookie = pairs.join(';');
        const credential = readCredential({ cookie }, secure);
        const handedOn = withSessionCookie(cookie, credential, secure);
        for (const parse of [parseLastOf, parseFirstOf]) {
          const seen = parse(handedOn);
          expect(seen.get(sessionCookieName(secure))).toBe(credential ?? undefined);
          expect(seen.has(sessionCookieName(!secure))).toBe(false);
        }
        expect(readCredential({ cookie: handedOn }, secure)).toBe(credential);
      }),
      runs(1_000),
    );
  });

  test('of a duplicate reaches better-auth only as the limiter saw it', async () => {
    const accounts = await openTestAccounts();
    const { headers } = await accounts.post('/sign-up/email', {
      name: 'Ada',
      email: 'ada@example.com',
      password: 'correct horse battery',
    });
    const own = headers.getSetCookie()[0]!.split(';')[0]!;
    for (const cookie of [`${plain}=${signed('a')}; ${own}`, `${plain}=x.y; ${own}`, `${plain} =x.y; ${own}`])
      expect((await accounts.get('/get-session', undefined, { cookie })).text).toBe('null');
    expect((await accounts.get('/get-session', undefined, { cookie: `${own}; ${plain}=x.y` })).body).toMatchObject({
      user: { email: 'ada@example.com' },
    });
    await accounts.close();
  });
});

describe('over TLS', () => {
  test.each([
    ['PUBLIC_URL', { publicUrl: 'https://api.example.com' }, {}],
    ['the proxy', {}, { 'x-forwarded-proto': 'https' }],
  ] as const)('as %s says, a cookie without the prefix opens nothing', async (_who, options, extra) => {
    const accounts = await openTestAccounts(options);
    const { headers } = await accounts.call('POST', '/sign-up/email', {
      body: { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' },
      headers: { ...extra, origin: accounts.url.replace('http:', 'https:') },
    });
    const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
    expect(cookie).toMatch(/^__Secure-/);
    const planted = cookie.replace('__Secure-', '');
    const authenticate = (text: string) => accounts.accounts.authenticate({ headers: { ...extra, cookie: text } });
    expect(await authenticate(cookie)).toMatchObject({ email: 'ada@example.com' });
    expect(await authenticate(planted)).toBeNull();
    expect((await accounts.get('/get-session', undefined, { ...extra, cookie: planted })).text).toBe('null');
    expect((await accounts.get('/get-session', undefined, { ...extra, cookie })).body).not.toBeNull();
    await accounts.close();
  });
});
