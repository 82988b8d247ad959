import { describe, expect, it } from 'vitest';
import type { FetchHandler } from './fetch-onward.js';
import { versionedBooks } from '../testing/versioned-books.js';

const serve = (answer: FetchHandler) => {
  const versioned = versionedBooks();
  return versioned.fetch(answer);
};
/** Of version 1, in seconds since 1970. */
const deprecation = `@${Date.parse('2026-01-01') / 1000}`;
const ask = (version: string) =>
  new Request('http://books.test/covers/7', { headers: { 'X-API-Version': version, 'X-Own': 'a' } });

/** Requests pass at once after the first, which waits until changes are read. */
async function warm(fetch: FetchHandler, waiting: (() => void)[]): Promise<void> {
  const first = fetch(ask('2'));
  while (waiting.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  waiting.shift()!();
  await first;
}

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

  it('names the version of the application while that answers, and what came before and afterwards', async () => {
    for (const answer of [() => new Response('cover'), async () => new Response('cover')]) {
      const seen: (string | null)[] = [];
      const passed: Request[] = [];
      const request = ask('1');
      const fetch = serve((given) => {
        seen.push(given.headers.get('x-api-version'), given.headers.get('x-own'));
        passed.push(given);
        return answer();
      });
      await fetch(request);
      expect([...seen, request.headers.get('x-api-version')]).toEqual(['2', 'a', '1']);
      const unnamed = new Request(request.url);
      await fetch(unnamed);
      expect([seen[2], unnamed.headers.has('x-api-version')]).toEqual(['2', false]);
      expect([passed[0] === request, passed[1] === unnamed]).toEqual([true, true]);
    }
  });

  it('says again what came where the application fails', async () => {
    const failing = [
      () => {
        throw new Error('lost');
      },
      () => Promise.reject(new Error('lost')),
    ];
    for (const answer of failing) {
      const fetch = serve(answer);
      // The first request waits until changes are read.
      for (let times = 0; times < 2; times++) {
        const request = ask('1');
        await expect(fetch(request)).rejects.toThrow('lost');
        expect(request.headers.get('x-api-version')).toBe('1');
      }
    }
  });

  it('is in the version that came for each of several calls at once', async () => {
    const request = ask('1');
    const waiting: (() => void)[] = [];
    const seen: (string | null)[] = [];
    const fetch = serve(async (given) => {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      seen.push(given.headers.get('x-api-version'));
      return new Response('cover');
    });
    await warm(fetch, waiting);
    const answers = [fetch(request), fetch(request)];
    expect(request.headers.get('x-api-version')).toBe('2');
    for (const [index, answer] of answers.entries()) {
      waiting.shift()!();
      expect((await answer).headers.get('deprecation')).toBe(deprecation);
      expect(request.headers.get('x-api-version')).toBe(index === 0 ? '2' : '1');
    }
    expect(seen.slice(-2)).toEqual(['2', '2']);
  });

  it('keeps the version that the application gives it itself', async () => {
    const fetch = serve((given) => {
      given.headers.set('x-api-version', '7');
      return new Response('cover');
    });
    await fetch(ask('2'));
    const request = ask('1');
    await fetch(request);
    expect(request.headers.get('x-api-version')).toBe('7');
  });

  it('is another with its body and its signal where it cannot be changed, and stays as it was', async () => {
    const leaving = new AbortController();
    const fixed = [
      (request: Request) =>
        Object.defineProperty(request.headers, 'set', {
          value: () => {
            throw new TypeError('immutable');
          },
        }) && request,
      (request: Request) => Object.freeze(request),
    ];
    for (const fix of fixed) {
      const seen: Request[] = [];
      const fetch = serve(async (given) => {
        seen.push(given);
        return new Response(await given.text());
      });
      await fetch(ask('2'));
      const { signal } = leaving;
      const init = { method: 'PUT', body: 'bytes', headers: { 'X-API-Version': '1' }, signal };
      const request = fix(new Request('http://books.test/covers/7', init));
      expect(await (await fetch(request)).text()).toBe('bytes');
      expect([seen[1]!.headers.get('x-api-version'), request.headers.get('x-api-version')]).toEqual(['2', '1']);
      expect(seen[1]!.signal.aborted).toBe(false);
    }
  });

  it('has its body unread, and its clones name the version of the application', async () => {
    const clones: Request[] = [];
    const fetch = serve(async (given) => {
      expect(given.bodyUsed).toBe(false);
      clones.push(given.clone());
      return new Response(await given.text());
    });
    const request = (version: string) =>
      new Request('http://books.test/covers/7', {
        method: 'PUT',
        body: 'bytes',
        headers: { 'X-API-Version': version },
      });
    await fetch(request('2'));
    expect(await (await fetch(request('1'))).text()).toBe('bytes');
    expect([clones[1]!.headers.get('x-api-version'), await clones[1]!.text()]).toEqual(['2', 'bytes']);
  });

  it('is answered at once where the application answers at once', async () => {
    const fetch = serve(() => new Response('cover'));
    await fetch(ask('2'));
    expect(fetch(ask('1'))).toBeInstanceOf(Response);
    expect(fetch(new Request('http://books.test/nowhere'))).toBeInstanceOf(Response);
  });

  it('is refused where its version is for this connection alone', async () => {
    const fetch = serve(() => new Response('cover'));
    await fetch(ask('2'));
    const request = new Request('http://books.test/covers/7', {
      headers: { 'X-API-Version': '1', Connection: 'x-api-version' },
    });
    expect((await fetch(request)).status).toBe(400);
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
