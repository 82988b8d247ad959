import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { LimitsModule } from './limits-module.js';

const start = () => startServiceForTest([ConfigurationModule, LimitsModule]);

it('burst allows three requests a minute, then says when to come back', async () => {
  const service = await start();
  for (const left of [2, 1, 0]) {
    const answer = await service.send('GET', '/limits/burst');
    expect(answer).toMatchObject({ status: 200, body: { allowed: true } });
    expect(answer.headers.get('ratelimit')).toContain(`r=${left}`);
  }
  const refused = await service.send('GET', '/limits/burst');
  expect(refused).toMatchObject({ status: 429, body: { status: 429, title: 'Too Many Requests' } });
  const seconds = Number(refused.headers.get('retry-after'));
  expect(seconds >= 1 && seconds <= 60).toBe(true);
  expect(refused.headers.get('ratelimit-policy')).toContain('q=3;w=60');
});

it('burst counts a caller once, whatever keys and tokens it makes up', async () => {
  const service = await start();
  const statuses = [];
  for (const made of ['one', 'two', 'three', 'four']) {
    const headers = { 'X-Api-Key': made, Authorization: `Bearer ${made}`, Cookie: `svc.session_token=${made}.x` };
    statuses.push((await service.send('GET', '/limits/burst', undefined, headers)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
});

it('default counts against a thousand', async () => {
  const service = await start();
  const answer = await service.send('GET', '/limits/default');
  expect(answer).toMatchObject({ status: 200, body: { ok: true } });
  expect([answer.headers.get('ratelimit-policy'), answer.headers.get('ratelimit')]).toEqual([
    expect.stringContaining('q=1000;w=60'),
    expect.stringContaining('r=999'),
  ]);
});

it('exempt is never counted', async () => {
  const service = await start();
  for (let call = 0; call < 10; call += 1) {
    const answer = await service.send('GET', '/limits/exempt');
    expect(answer).toMatchObject({ status: 200, body: { counted: false } });
    expect(answer.headers.get('ratelimit')).toBeNull();
  }
});
