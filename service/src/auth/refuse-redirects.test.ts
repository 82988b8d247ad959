import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { isSafeRedirect } from './refuse-redirects.js';

const own = 'https://api.example.com';
const trusted = 'https://app.example.com';
const origins = [own, trusted];

describe('where a browser may be sent', () => {
  test.each([
    '/',
    '/welcome',
    '/welcome?from=mail#top',
    '/a/b.c/~d/%C3%A9',
    '/to?next=https://evil.example/../x',
    `${trusted}/after`,
    `${own}/after?x=1`,
  ])('%s is fine', (target) => expect(isSafeRedirect(target, origins)).toBe(true));

  test.each([
    '//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/%2e%2e//evil.example',
    '/./x',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' https://app.example.com',
    'https:evil.example',
    'https:/evil.example',
    'https:///evil.example',
    'https://evil.example',
    'https://app.example.com@evil.example',
    'https://app.example.com.evil.example',
    'https://user:secret@app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'javascript:alert(1)',
    'data:text/html,x',
    'welcome',
    '?next',
    '#top',
    '/caf\u00e9',
  ])('%s is refused', (target) => expect(isSafeRedirect(target, origins)).toBe(false));

  test('nothing that is allowed leads elsewhere, however often its path is resolved', () => {
    const pieces =
      '/ // \\ . .. %2e %2f %5c @ : ? # https: http:// javascript: evil.example app.example.com a %00 \u00e9 \uff0f';
    const piece = fc.constantFrom(...pieces.split(' '), '\t', '\n', ' ', trusted, own);
    const tries = runs(4_000);
    let allowed = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
        const target = parts.join('');
        if (!isSafeRedirect(target, origins)) return;
        allowed += 1;
        const reached = new URL(target, `${own}/api/auth/callback/github`);
        expect(origins).toContain(reached.origin);
        if (target.startsWith('/')) expect(new URL(reached.pathname, own).origin).toBe(own);
      }),
      tries,
    );
    expect(allowed).toBeGreaterThan(tries.numRuns / 200);
  });
});
