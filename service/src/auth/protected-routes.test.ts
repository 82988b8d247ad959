import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startWholeServiceForTest } from '../testing/start-whole-service.js';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('the mount is answered whatever version is named, with the security headers of the service', async () => {
  const service = await startWholeServiceForTest();
  const { status, headers } = await service.send('GET', '/auth/get-session', undefined, { 'x-api-version': '99' });
  expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff']);
});

test('refusals under the mount are JSON messages, those of the service itself included', async () => {
  const service = await startWholeServiceForTest();
  const answers = await Promise.all([
    service.send('GET', '/auth/nowhere'),
    service.send('DELETE', '/auth/sign-out'),
    service.send('GET', '/auth/reset-password/%zz'),
    service.send('POST', '/auth/sign-in/email', {}, { 'sec-fetch-site': 'cross-site' }),
    service.send('POST', '/auth/sign-in/email', {}, { origin: 'https://evil.example' }),
    service.send('GET', '/auth'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 400, 403, 403, 404]);
  for (const { body } of answers) expect(body).toMatchObject({ message: expect.stringMatching(/\w/) });
});

test('an existing Express application may have parsed the body already, and a form is no JSON then either', async () => {
  const service = await startWholeServiceForTest();
  const { default: express } = await import('express');
  const outer = express()
    .use(express.json(), express.urlencoded())
    .use(service.app.middleware as never);
  const server = outer.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth`;
  await service.signUp();
  const send = async (type: string, body: string) => {
    const headers = { 'content-type': type };
    return (await fetch(`${address}/sign-in/email`, { method: 'POST', headers, body })).status;
  };
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  expect(await send('application/json', JSON.stringify(account))).toBe(200);
  expect(await send('application/x-www-form-urlencoded', String(new URLSearchParams(account)))).toBe(415);
  expect((await fetch(`${address}/get-session`)).status).toBe(200);
});

test('behind one proxy with TLS cookies are Secure, and each client has limits of its own', async () => {
  const service = await startWholeServiceForTest();
  const answer = await service.send(
    'POST',
    '/auth/sign-up/email',
    { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' },
    { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'api.example.com' },
  );
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Secure-svc\.session_token=.*Secure/);
  const caller = bearer(String(answer.body.token));
  expect(await service.send('GET', '/auth/list-sessions', undefined, caller)).toMatchObject({
    body: [{ ipAddress: '203.0.113.7' }],
  });
});

test('accounts and all other routes agree on the scheme, and so on the cookie, whatever a proxy says', async () => {
  const service = await startWholeServiceForTest();
  await service.signUp();
  const credentials = { email: 'ada@example.com', password: 'correct horse battery' };
  const secured: string[] = [];
  for (const scheme of ['https', 'HTTPS', 'https, http', 'http, https', '\thttps', ', https']) {
    const headers = { 'x-forwarded-proto': scheme };
    const signedIn = await service.send('POST', '/auth/sign-in/email', credentials, headers);
    if (signedIn.status === 400) continue;
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!;
    if (cookie.startsWith('__Secure-')) secured.push(scheme);
    const profile = await service.send('GET', '/profile', undefined, { ...headers, cookie });
    expect([scheme, profile.status]).toEqual([scheme, 200]);
    const other = cookie.startsWith('__Secure-') ? cookie.replace('__Secure-', '') : `__Secure-${cookie}`;
    expect((await service.send('GET', '/profile', undefined, { ...headers, cookie: other })).status).toBe(401);
  }
  expect(secured).toEqual(['https', 'HTTPS', 'https, http', '\thttps']);
});

test('a scheme that a proxy cannot have been addressed by is 400', async () => {
  const service = await startWholeServiceForTest();
  const answer = await service.send('GET', '/auth/get-session', undefined, { 'x-forwarded-proto': 'javascript' });
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('X-Forwarded-Proto') } });
});

test('without a mail server the mail is in the outbox and the log does not say its link', async () => {
  const service = await startWholeServiceForTest();
  await service.signUp();
  await expect.poll(() => service.log.join('\n')).toContain('Confirm your e-mail address');
  expect(await readdir(join(service.settings.DATA_DIR, 'outbox'))).toHaveLength(1);
  expect(service.log.join('\n')).not.toContain('token=');
});

test('a link in a mail leads to the port that is served, not to the one of the settings', async () => {
  const service = await startWholeServiceForTest({ PORT: '4999' });
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' };
  await service.send('POST', '/auth/sign-up/email', account, { 'x-forwarded-host': 'evil.example' });
  const outbox = join(service.settings.DATA_DIR, 'outbox');
  const mails = async () => (await readdir(outbox).catch(() => [])).filter((name) => !name.startsWith('.'));
  await expect.poll(mails).toHaveLength(1);
  const mail = await readFile(join(outbox, (await mails())[0]!), 'utf8');
  expect(mail).toContain(`http://localhost:${new URL(service.url).port}/api/auth/verify-email`);
  expect(mail).not.toMatch(/evil\.example|4999/);
});

test('the document has the mount merged in, and says who may call what', async () => {
  const service = await startWholeServiceForTest();
  const { body } = await service.send('GET', '/openapi.json');
  const paths = body.paths as Record<string, Record<string, Record<string, unknown>>>;
  expect(paths['/api/auth/sign-in/email']!.post).toMatchObject({
    operationId: 'signInEmail',
    tags: ['Auth'],
    security: [{ bearerAuth: [] }],
  });
  expect(paths['/api/profile/audit']!.get).toMatchObject({ security: [{ bearer: [] }], 'x-required-roles': ['admin'] });
  expect(paths['/api/reports/{id}']!.patch).toMatchObject({
    security: [{ bearer: [] }],
    'x-required-roles': ['editor'],
  });
  expect(paths['/api/reports/health']!.get!.security).toEqual([]);
  expect(paths['/api/profile']!.get).not.toHaveProperty('security');
  const ids = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
  expect(new Set(ids).size).toBe(ids.length);
  expect(JSON.stringify(body)).not.toContain('"nullable"');
});
