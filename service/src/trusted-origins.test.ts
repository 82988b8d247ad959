import { expect, test } from 'vitest';
import { startWholeServiceForTest } from './testing/start-whole-service.js';

const trusted = 'https://app.example.com';
const stranger = 'https://other.example';
const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

test('a page of a trusted origin reads answers and may send cookies; a page of any other reads nothing', async () => {
  const { send } = await startWholeServiceForTest({ TRUSTED_ORIGINS: `${trusted}, https://second.example` });
  for (const [method, path, headers, status] of [
    ['GET', '/users', {}, 200],
    ['GET', '/profile', {}, 401],
    ['GET', '/nowhere', {}, 404],
    ['GET', '/auth/get-session', {}, 200],
    ['OPTIONS', '/users', preflight, 204],
    ['OPTIONS', '/auth/sign-in/email', preflight, 204],
  ] as const) {
    const known = await send(method, path, undefined, { ...headers, origin: trusted });
    const unknown = await send(method, path, undefined, { ...headers, origin: stranger });
    const [allowed, refused] = [known, unknown].map((answer) => [
      answer.status,
      answer.headers.get('access-control-allow-origin'),
      answer.headers.get('access-control-allow-credentials'),
    ]);
    expect([path, allowed, refused]).toEqual([path, [status, trusted, 'true'], [status, null, null]]);
    for (const { headers: sent } of [known, unknown]) expect(sent.get('vary')).toMatch(/\bOrigin\b/);
  }
});

test('without TRUSTED_ORIGINS only pages of the service itself read answers', async () => {
  const { send, url } = await startWholeServiceForTest();
  for (const [method, path, extra] of [
    ['GET', '/files', {}],
    ['GET', '/users', {}],
    ['GET', '/auth/get-session', {}],
    ['OPTIONS', '/files', preflight],
    ['OPTIONS', '/auth/sign-in/email', preflight],
  ] as const) {
    for (const origin of [trusted, 'null', 'http://localhost:8080', url]) {
      const { headers } = await send(method, path, undefined, { ...extra, origin });
      expect([path, origin, headers.get('access-control-allow-origin')]).toEqual([path, origin, null]);
    }
  }
});
