import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { expect, vi } from 'vitest';
import type { AdoptedApp } from './adopted-app.js';

const version = { 'X-API-Version': '1' };
const json = { ...version, 'Content-Type': 'application/json' };
const jsonType = 'application/json; charset=utf-8';
const problemType = 'application/problem+json';

/** A request with a body, and the status of its answer. */
interface Write {
  readonly path: string;
  readonly body: unknown;
  readonly status: number;
}

/** To a route of svckit. */
export const greet: Write = { path: '/api/greetings', body: { text: 'late' }, status: 201 };

export interface OwnRoutes {
  readonly path: string;
  readonly body: unknown;
  /** The body of its answer to `GET nothing` beside `path`: JSON, or text. */
  readonly notFound: unknown;
  /** Requests that run while it is stopped, with the status of their answers. */
  readonly running?: readonly Write[];
  /** The status of `DELETE /api/greetings`, which svckit passes on unless everything below `/api` is its own. */
  readonly otherMethod?: number;
}

/** Asks the routes of an application and those of svckit on one port, and stops it while requests run, which it finishes. */
export async function expectBothKinds(app: AdoptedApp, script: string, own: OwnRoutes, greeting: string) {
  const { url, child, ended } = await app.start(script);
  let running: readonly RunningRequest[] = [];
  try {
    expect(await ask(url, own.path)).toEqual([200, expect.stringContaining('application/json'), own.body]);
    const ownType = typeof own.notFound === 'string' ? expect.stringContaining('text/plain') : jsonType;
    expect(await ask(url, own.path.replace(/\w+$/, 'nothing'))).toEqual([404, ownType, own.notFound]);
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
    expect([status, type]).toEqual(own.otherMethod === undefined ? [404, jsonType] : [own.otherMethod, problemType]);
    running = await Promise.all((own.running ?? []).map((one) => startRequest(url, one)));
  } finally {
    child.kill('SIGTERM');
  }
  await vi.waitFor(() => expect(fetch(`${url}${own.path}`)).rejects.toThrow('fetch failed'), { timeout: 30_000 });
  expect(await Promise.all(running.map(({ finish }) => finish()))).toEqual(running.map(({ expected }) => expected));
  expect(await ended).toBeOneOf([0, 'SIGTERM']);
}

interface RunningRequest {
  readonly expected: number;
  /** Sends the rest of the body; resolves to the status of the answer. */
  readonly finish: () => Promise<number>;
}

/** Sends the head of a request and half of its body, once the server has said that it reads it. */
async function startRequest(url: string, { path, body, status }: Write): Promise<RunningRequest> {
  const text = JSON.stringify(body);
  const headers = { ...json, 'Content-Length': Buffer.byteLength(text), Expect: '100-continue' };
  const sent = request(`${url}${path}`, { method: 'POST', headers, agent: false });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(text.slice(0, 5));
  return {
    expected: status,
    finish: async () => {
      sent.end(text.slice(5));
      const [answer] = await answered;
      answer.resume();
      return answer.statusCode!;
    },
  };
}

async function ask(url: string, path: string, init: RequestInit = { headers: version }) {
  const answer = await fetch(`${url}${path}`, init);
  const type = answer.headers.get('content-type') ?? '';
  return [answer.status, type, type.includes('json') ? await answer.json() : await answer.text()] as const;
}
