import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { WiringModule } from './wiring-module.js';

it('a value, a class and a factory are wired and shown', async () => {
  const before = Date.now();
  const service = await startServiceForTest([ConfigurationModule, WiringModule], { REVISION: 'a1b2c3d' });
  const { status, body } = await service.send('GET', '/wiring');
  const { startedAt, ...rest } = body as unknown as { startedAt: string };
  expect([status, rest]).toEqual([200, { revision: 'a1b2c3d', flags: { streamedListings: true, heicIsHevc: true } }]);
  expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(before);
  expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now());
});
