import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest } from '../testing/start-test-service.js';
import { FlakyModule } from './flaky-module.js';
import { selfTest } from './self-test.js';

const start = () => startServiceForTest([ConfigurationModule, FlakyModule]);

it('flaky fails twice and recovers once, again and again', async () => {
  const service = await start();
  for (let round = 0; round < 2; round += 1) {
    for (let call = 0; call < 2; call += 1)
      expect(await service.send('GET', '/upstream/flaky')).toMatchObject({ status: 503, body: { status: 503 } });
    expect(await service.send('GET', '/upstream/flaky')).toMatchObject({
      status: 200,
      body: { recovered: true, after: 2 },
    });
  }
});

it('missing is 404', async () => {
  expect(await (await start()).send('GET', '/upstream/missing')).toMatchObject({
    status: 404,
    body: { status: 404, title: 'Not Found' },
  });
});

it('slow answers after half a second', async () => {
  const service = await start();
  const begun = performance.now();
  expect(await service.send('GET', '/upstream/slow')).toMatchObject({ status: 200, body: { done: true } });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(490);
});

it.each([0, 1, 2])('the self-test passes when %i calls were made before', async (calls) => {
  const service = await start();
  for (let call = 0; call < calls; call += 1) await service.send('GET', '/upstream/flaky');
  const report = await selfTest(service.url);
  expect(report).toMatchObject({
    ok: true,
    checks: [
      { name: 'flaky', ok: true, actual: '200 after retries' },
      { name: 'missing', ok: true, actual: '404 at once', attempts: 1 },
      { name: 'slow', ok: true, actual: 'timeout at once', attempts: 1 },
    ],
  });
});

it('the self-test of a service that is not there fails and says why', async () => {
  const report = await selfTest('http://127.0.0.1:1');
  expect(report.ok).toBe(false);
  expect(report.checks.map(({ ok, actual }) => [ok, actual])).toEqual(
    Array.from({ length: 3 }, () => [false, 'unreachable after retries']),
  );
});
