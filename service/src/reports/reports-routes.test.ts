import { expect, test } from 'vitest';
import { grantRole } from '../auth/administer-users.js';
import { startWholeServiceForTest } from '../testing/start-whole-service.js';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('reports: health for everybody, list and create for admins, rename for editors', async () => {
  const service = await startWholeServiceForTest();
  expect(await service.send('GET', '/reports/health')).toMatchObject({
    status: 200,
    body: { status: 'up', reports: 0 },
  });
  const caller = bearer(await service.signUp());
  const statuses = async (headers?: Record<string, string>) => [
    (await service.send('GET', '/reports', undefined, headers)).status,
    (await service.send('POST', '/reports', { title: 'Third quarter' }, headers)).status,
    (await service.send('PATCH', '/reports/1', { title: 'Fourth quarter' }, headers)).status,
  ];
  expect(await statuses()).toEqual([401, 401, 401]);
  expect(await statuses(caller)).toEqual([403, 403, 403]);
  await grantRole(service.settings, 'ada@example.com', 'editor', { unverified: true });
  await expect.poll(() => statuses(caller)).toEqual([403, 403, 404]);
  await grantRole(service.settings, 'ada@example.com', 'admin', { unverified: true });
  await expect.poll(async () => (await service.send('GET', '/reports', undefined, caller)).status).toBe(200);
  expect(await statuses(caller)).toEqual([200, 201, 200]);
  expect((await service.send('GET', '/reports', undefined, caller)).text).toBe('["Fourth quarter"]');
  expect(await service.send('POST', '/reports', { title: 'Next' }, caller)).toMatchObject({
    status: 201,
    text: '["Fourth quarter","Next"]',
  });
  expect(await service.send('PATCH', '/reports/2', { title: 'Last' }, caller)).toMatchObject({
    status: 200,
    text: '["Fourth quarter","Last"]',
  });
  for (const id of ['3', '0', '-1', '9007199254740991', '-9007199254740991']) {
    expect((await service.send('PATCH', `/reports/${id}`, { title: 'x' }, caller)).status).toBe(404);
  }
  for (const id of ['one', '1.5', '9007199254740992', '0x1'])
    expect((await service.send('PATCH', `/reports/${id}`, { title: 'x' }, caller)).status).toBe(400);
  for (const body of [{}, { title: '' }, { title: 1 }, [], { title: 'NUL \0' }]) {
    expect((await service.send('POST', '/reports', body, caller)).status).toBe(400);
    expect((await service.send('PATCH', '/reports/1', body, caller)).status).toBe(400);
  }
});
