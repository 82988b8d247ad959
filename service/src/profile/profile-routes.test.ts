import { expect, test } from 'vitest';
import { grantRole, listUsers, revokeRole } from '../auth/administer-users.js';
import { startWholeServiceForTest } from '../testing/start-whole-service.js';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a profile needs credentials, its anonymous variant does not', async () => {
  const service = await startWholeServiceForTest();
  const refused = await service.send('GET', '/profile');
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  expect(refused.body).toMatchObject({ status: 401, detail: expect.stringContaining('Bearer') });
  const caller = bearer(await service.signUp());
  expect(await service.send('GET', '/profile', undefined, caller)).toMatchObject({
    status: 200,
    body: { email: 'ada@example.com', roles: [], sessionId: expect.any(String) },
  });
  expect(await service.send('GET', '/profile/anonymous')).toMatchObject({ status: 200, body: { caller: null } });
  expect(await service.send('GET', '/profile/anonymous', undefined, caller)).toMatchObject({
    status: 200,
    body: { caller: 'ada@example.com' },
  });
  expect((await service.send('GET', '/profile', undefined, { authorization: 'Bearer nonsense' })).status).toBe(401);
});

test('the cookie of a sign-in opens the profile as the token does', async () => {
  const service = await startWholeServiceForTest();
  await service.signUp();
  const { headers } = await service.send('POST', '/auth/sign-in/email', {
    email: 'ada@example.com',
    password: 'correct horse battery',
  });
  const cookie = headers.getSetCookie()[0]!.split(';')[0]!;
  expect((await service.send('GET', '/profile', undefined, { cookie })).status).toBe(200);
  await service.send('POST', '/auth/sign-out', {}, { cookie });
  expect((await service.send('GET', '/profile', undefined, { cookie })).status).toBe(401);
});

test('the audit list is for admins: 401 without credentials, 403 that names the role, then what happened', async () => {
  const service = await startWholeServiceForTest();
  expect((await service.send('GET', '/profile/audit')).status).toBe(401);
  const caller = bearer(await service.signUp());
  const refused = await service.send('GET', '/profile/audit', undefined, caller);
  expect([refused.status, refused.body.detail, refused.body.requiredRoles]).toEqual([
    403,
    'This needs the role admin.',
    ['admin'],
  ]);
  expect(await grantRole(service.settings, 'ada@example.com', 'admin', { unverified: true })).toMatchObject({
    changed: true,
  });
  await expect.poll(async () => (await service.send('GET', '/profile/audit', undefined, caller)).status).toBe(200);
  const { body } = await service.send('GET', '/profile/audit', undefined, caller);
  expect(body.caller).toBe('ada@example.com');
  expect((body.entries as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'role-granted',
    'signed-in',
    'signed-up',
  ]);
  expect(await listUsers(service.settings)).toMatchObject([{ email: 'ada@example.com', roles: ['admin'] }]);
  await revokeRole(service.settings, 'ada@example.com', 'admin');
  await expect.poll(async () => (await service.send('GET', '/profile/audit', undefined, caller)).status).toBe(403);
});
