import { expect } from 'vitest';
import type { AdoptedApp } from './adopted-app.js';

const version = { 'X-API-Version': '1' };
const json = { ...version, 'Content-Type': 'application/json' };
const jsonType = 'application/json; charset=utf-8';
const problemType = 'application/problem+json';

export interface OwnRoutes {
  readonly path: string;
  readonly body: unknown;
  /** The body of its answer to `GET /nothing`. */
  readonly notFound: unknown;
}

/** Asks the routes of an application and those of svckit on one port, and stops it while each kind has a client that waits. */
export async function expectBothKinds(app: AdoptedApp, script: string, own: OwnRoutes, greeting: string) {
  const { url, child, ended } = await app.start(script);
  try {
    expect(await ask(url, own.path)).toEqual([200, jsonType, own.body]);
    expect(await ask(url, '/nothing')).toEqual([404, jsonType, own.notFound]);
    expect(await ask(url, '/api/greetings/Ada')).toEqual([200, jsonType, { text: `${greeting}, Ada` }]);
    const text = 'x'.repeat(90_000);
    expect(await ask(url, '/api/greetings', { method: 'POST', headers: json, body: JSON.stringify({ text }) })).toEqual(
      [201, jsonType, { text }],
    );

    const invalid = { method: 'POST', headers: json, body: '{"text":""}' };
    expect(await ask(url, '/api/greetings', invalid)).toEqual([
      400,
      problemType,
      expect.objectContaining({ errors: [expect.objectContaining({ in: 'body', path: 'text' })] }),
    ]);
    expect(await ask(url, '/api/greetings/nobody')).toEqual([
      404,
      problemType,
      expect.objectContaining({ detail: 'Nobody is greeted.' }),
    ]);
    expect(await ask(url, '/api/greetings/Ada', { headers: { 'X-API-Version': '9' } })).toEqual([
      404,
      problemType,
      expect.objectContaining({ supportedVersions: ['1'] }),
    ]);
    const [status, type] = await ask(url, '/api/greetings', { method: 'DELETE', headers: version });
    expect([status, type]).toEqual([404, jsonType]);
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBeOneOf([0, 'SIGTERM']);
  await expect(fetch(url)).rejects.toThrow('fetch failed');
}

async function ask(url: string, path: string, init: RequestInit = { headers: version }) {
  const answer = await fetch(`${url}${path}`, init);
  return [answer.status, answer.headers.get('content-type'), JSON.parse(await answer.text())] as const;
}
