import { request } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { openTestAccounts, type TestAccounts } from '../testing/open-test-accounts.js';
import { readTarget } from './auth-target.js';
import { AuthRefusal } from './auth-refusal.js';

describe('the address of an authentication request', () => {
  test.each([
    ['/sign-in/email', '/sign-in/email', ''],
    ['/sign-in/email?', '/sign-in/email', ''],
    ['/verify-email?token=a&callbackURL=%2F..%2Fx', '/verify-email', '?token=a&callbackURL=%2F..%2Fx'],
    ['/reset-password/..%2f..', '/reset-password/..%2f..', ''],
    ['//sign-in/email', '//sign-in/email', ''],
  ])('%s is taken as it is', (target, path, search) => expect(readTarget(target)).toEqual({ path, search }));

  test.each([
    '/x/../sign-in/email',
    '/./sign-in/email',
    '/%2e/sign-in/email',
    '/sign-in\\email',
    '/callback/..\\sign-out',
    '/sign-in/email#x',
    '/verify-email?token=a#b',
    '/sign-in/%ff',
    '/sign-in/caf\u00e9',
    '/../auth/sign-in/email',
  ])('%s is refused', (target) =>
    expect(() => readTarget(target)).toThrow(expect.objectContaining({ status: 400, code: 'MALFORMED_ADDRESS' })),
  );

  test.each(['/reset-password/a%00', '/verify-email?token=%00'])('%s is refused for its NUL', (target) =>
    expect(() => readTarget(target)).toThrow(expect.objectContaining({ status: 400, code: 'NUL_CHARACTER' })),
  );

  test('leads a URL parser to the same path and query, or is refused', () => {
    const piece = fc.constantFrom(
      ...'/ // \\ . .. %2e %2E %2f %5c ; : @ ? # & = sign-in email callback token %00 %ff \u00e9'.split(' '),
      ' ',
      '\t',
    );
    const tries = runs(1_000);
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const target = `/${pieces.join('')}`;
        try {
          const { path, search } = readTarget(target);
          accepted += 1;
          const seen = new Request(`http://service.example/api/auth${path}${search}`);
          expect(new URL(seen.url)).toMatchObject({ pathname: `/api/auth${path}`, search, hash: '' });
          expect(target.startsWith(path)).toBe(true);
        } catch (error) {
          if (!(error instanceof AuthRefusal)) throw error;
        }
      }),
      tries,
    );
    expect(accepted).toBeGreaterThan(tries.numRuns / 10);
  });
});

describe('no other spelling of an address', () => {
  let accounts: TestAccounts;
  beforeAll(async () => {
    accounts = await openTestAccounts();
    await accounts.signUp();
  });
  afterAll(() => accounts.close());

  const guess = (path: string) =>
    new Promise<number>((resolve, reject) => {
      const body = JSON.stringify({ email: 'ada@example.com', password: 'a wrong guess' });
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      const { hostname, port } = new URL(accounts.url);
      request({ hostname, port, path: `/api/auth${path}`, method: 'POST', headers }, (res) => {
        res.resume().on('end', () => resolve(res.statusCode!));
      })
        .on('error', reject)
        .end(body);
    });

  test('guesses a password beside the limit', async () => {
    for (const path of ['/x/../sign-in/email', '/./sign-in/email', '/sign-in\\email', '/sign-in/email#x'])
      expect([path, await guess(path)]).toEqual([path, 400]);
    for (const path of ['//sign-in/email', '/sign-in/%65mail', '/sign-in/email/', '/sign-in/EMAIL'])
      expect([path, await guess(path)]).toEqual([path, 404]);
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await guess('/sign-in/email?x')).toBe(401);
    expect(await guess('/sign-in/email')).toBe(429);
  });
});
