import { describe, expect, it } from 'vitest';
import { around } from '../around.js';
import { booksDocument, booksVersions, shapes } from '../testing/books.js';

const serve = (answer: (request: Request) => Response) => {
  const versioned = around({
    document: booksDocument(),
    shapes,
    ...booksVersions('', ''),
    versioning: { type: 'header', header: 'X-API-Version', defaultVersion: '1' },
    logger: { info() {}, warn() {}, error() {} },
  });
  return versioned.fetch(answer);
};
/** Of version 1, in seconds since 1970. */
const deprecation = `@${Date.parse('2026-01-01') / 1000}`;
const ask = (version: string) =>
  new Request('http://books.test/covers/7', { headers: { 'X-API-Version': version, 'X-Own': 'a' } });

describe('a Request that passes', () => {
  it('is the one that came where it names the version of the application', async () => {
    const seen: Request[] = [];
    const request = ask('2');
    const fetch = serve((given) => {
      seen.push(given);
      return new Response('cover');
    });
    await fetch(request);
    expect(seen).toEqual([request]);
    expect(seen[0] === request).toBe(true);
  });

  it('is another that names the version of the application, and leaves the one that came as it was', async () => {
    const seen: Request[] = [];
    const request = ask('1');
    await serve((given) => {
      seen.push(given);
      return new Response('cover');
    })(request);
    expect([seen[0]!.headers.get('x-api-version'), seen[0]!.headers.get('x-own')]).toEqual(['2', 'a']);
    expect(request.headers.get('x-api-version')).toBe('1');
  });
});

describe('a Response that passes', () => {
  it('gets the headers of its version, and is no new one where it has content', async () => {
    const response = new Response('cover');
    const answer = await serve(() => response)(ask('1'));
    expect(answer === response).toBe(true);
    expect(answer.headers.get('deprecation')).toBe(deprecation);
  });

  it('is a new one where it may be kept for several requests', async () => {
    const nothing = new Response(null, { status: 204 });
    const answer = await serve(() => nothing)(ask('1'));
    expect([answer.status, answer.headers.get('deprecation')]).toEqual([204, deprecation]);
    expect([...nothing.headers]).toEqual([]);
  });

  it('is a new one where its headers cannot be changed', async () => {
    const fetched = await fetch('data:text/plain,cover');
    expect(() => fetched.headers.set('a', 'b')).toThrow(TypeError);
    const answer = await serve(() => fetched)(ask('1'));
    expect([await answer.text(), answer.headers.get('deprecation')]).toEqual(['cover', deprecation]);
  });
});
