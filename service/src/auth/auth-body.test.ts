import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { runs } from '../../../test/property-runs.js';
import { openTestAccounts } from '../testing/open-test-accounts.js';
import { checkForm, decodeBody, parseMembers } from './auth-body.js';
import { AuthRefusal } from './auth-refusal.js';

const read = (bytes: Uint8Array) => parseMembers(decodeBody(bytes));
const bytesOf = (text: string) => new TextEncoder().encode(text);
const mark = '\uFEFF';

describe('the body of an authentication request', () => {
  test.each([
    ['a byte order mark', `${mark}{"email":"a"}`, 'INVALID_ENCODING'],
    ['a member twice', '{"email":"a","email":"b"}', 'VALIDATION_ERROR'],
    ['a member twice, once with an escape', '{"email":"a","\\u0065mail":"b"}', 'VALIDATION_ERROR'],
    ['a member twice, with blanks behind it', `{"email"${' '.repeat(200)}:"a","email":"b"}`, 'VALIDATION_ERROR'],
    ['a form', 'email=a', 'VALIDATION_ERROR'],
    ['a list', '[]', 'VALIDATION_ERROR'],
    ['a NUL character', '{"email":"\\u0000"}', 'NUL_CHARACTER'],
    ['half of a surrogate pair', '{"a":{"b":["\\ud800"]}}', 'INVALID_ENCODING'],
    ['half of a surrogate pair in a name', '{"\\udc00":1}', 'INVALID_ENCODING'],
    ['an e-mail address of 255 characters', `{"newEmail":"${'a'.repeat(251)}@b.c"}`, 'VALIDATION_ERROR'],
    ['too many levels', `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'VALIDATION_ERROR'],
  ])('is refused with %s', (_what, text, code) =>
    expect(() => read(bytesOf(text))).toThrow(expect.objectContaining({ status: 400, code })),
  );

  test('of a provider is refused with a NUL character', () => {
    expect(checkForm('state=a&code=b')).toBe('state=a&code=b');
    expect(() => checkForm('state=a%00')).toThrow(expect.objectContaining({ status: 400, code: 'NUL_CHARACTER' }));
  });

  test('of a provider is refused with escapes that are not UTF-8', () => {
    expect(checkForm('state=%C3%A9%')).toBe('state=%C3%A9%');
    for (const state of ['%ff', '%C3&code=%A9'])
      expect(() => checkForm(`state=${state}`)).toThrow(
        expect.objectContaining({ status: 400, code: 'INVALID_ENCODING' }),
      );
  });

  test('is refused when it is not UTF-8', () => {
    expect(() => read(Uint8Array.of(0x7b, 0xff, 0x7d))).toThrow(expect.objectContaining({ code: 'INVALID_ENCODING' }));
  });

  test('means the same to every parser when it is accepted', () => {
    const name = fc.constantFrom('email', '\\u0065mail', 'password', 'e', '__proto__');
    const value = fc.oneof(
      fc.constantFrom(
        '"ada@example.com"',
        '"eve@example.com"',
        'null',
        '1',
        '["email"]',
        '{"email":"x","a":{}}',
        '"\\"email\\":"',
      ),
      fc.json({ maxDepth: 2, noUnicodeString: true }).filter((text) => !text.includes('\\u')),
    );
    const members = fc.array(fc.tuple(name, value), { maxLength: 4 });
    const noise = fc.constantFrom('', ' ', mark, '\n', ',', 'x', '&email=a');
    const tries = runs(600);
    let accepted = 0;
    fc.assert(
      fc.property(members, noise, noise, (entries, before, after) => {
        const text = `${before}{${entries.map(([one, other]) => `"${one}": ${other}`).join(', ')}}${after}`;
        try {
          const found = read(bytesOf(text));
          accepted += 1;
          expect(found.email).toEqual((parse(text, { uniqueKeys: false }) as Record<string, unknown>).email);
        } catch (error) {
          if (!(error instanceof AuthRefusal)) throw error;
          expect([400, 415]).toContain(error.status);
        }
      }),
      tries,
    );
    expect(accepted).toBeGreaterThan(tries.numRuns / 20);
  });

  test('reaches better-auth as the limiter saw it, or not at all', async () => {
    const accounts = await openTestAccounts();
    await accounts.signUp('ada@example.com');
    const send = (body: string, type: string, encoding?: string) =>
      accounts.call('POST', '/sign-in/email', {
        body,
        headers: { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) },
      });
    const guess = (text: string) => JSON.stringify({ email: 'ada@example.com', password: text });
    const tricks = [
      [mark + guess('right or wrong'), 'application/json', 400],
      [`email=eve&x=${guess('wrong')}`, 'application/x-www-form-urlencoded', 415],
      [guess('wrong'), 'application/x-www-form-urlencoded', 415],
      [guess('wrong'), 'text/plain', 415],
      [guess('wrong'), 'multipart/form-data; boundary=x', 415],
      [guess('wrong'), 'application/json; charset=utf-16', 415],
      [guess('wrong'), 'application/json; Charset="iso-8859-1"', 415],
      [`{"email":"eve@example.com",${guess('wrong').slice(1)}`, 'application/json', 400],
    ] as const;
    for (const [body, type, status] of tricks) expect((await send(body, type)).status).toBe(status);
    expect((await send(guess('wrong'), 'application/json', 'gzip')).status).toBe(415);
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await send(guess('wrong'), 'application/json')).status).toBe(401);
    expect((await send(guess('wrong'), 'application/json; charset=utf-8')).status).toBe(429);
    await accounts.close();
  });
});
