import { expect, test } from 'vitest';
import { startWholeServiceForTest } from './testing/start-whole-service.js';

const trusted = 'https://app.example.com';
const stranger = 'https://other.example';
const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };

test('a trusted origin is answered with itself and may send cookies; any other may call without', async () => {
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
    expect([path, allowed, refused]).toEqual([path, [status, trusted, 'true'], [status, '*', null]]);
    for (const { headers: sent } of [known, unknown]) expect(sent.get('vary')).toMatch(/\bOrigin\b/);
  }
});

test('without TRUSTED_ORIGINS every origin may call without cookies, and answers do not depend on it', async () => {
  const { send } = await startWholeServiceForTest();
  const { headers } = await send('GET', '/users', undefined, { origin: trusted });
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(headers.get('vary') ?? '').not.toMatch(/Origin/);
});
