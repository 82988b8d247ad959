import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { expect, it, onTestFinished } from 'vitest';
import { startServiceForTest } from '../testing/start-test-service.js';
import { FlakyModule } from '../flaky/flaky-module.js';
import { runCommand, startCommand } from '../testing/run-command.js';

const ownFolders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('svc-self-test-'));

it('svc self-test starts a service of its own, shows each check, and leaves nothing behind', async () => {
  const before = ownFolders();
  const { code, stdout, stderr } = await runCommand(['self-test'], {
    env: { DATABASE_URL: 'nothing that it would look at' },
  });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(
    stdout
      .replaceAll(/ +\d+$/gm, ' <ms>')
      .replace(/:\d+\n$/, ':<port>\n')
      .replaceAll(/ {2,}/g, '  '),
  ).toMatchInlineSnapshot(`
    "  REQUEST  EXPECTED  ACTUAL  ATTEMPTS  MS
    passed  GET /api/upstream/flaky  200 after retries  200 after retries  3 <ms>
    passed  GET /api/upstream/missing  404 at once  404 at once  1 <ms>
    passed  GET /api/upstream/slow  timeout at once  timeout at once  1 <ms>

    All 3 checks passed, at http://127.0.0.1:<port>
    "
  `);
  expect(ownFolders()).toEqual(before);
});

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'svc self-test that %s ends leaves nothing behind either, and prints no half report',
  async (signal, code) => {
    const before = ownFolders();
    const { written, stop } = startCommand(['self-test']);
    await expect.poll(ownFolders, { interval: 5 }).toHaveLength(before.length + 1);
    expect(await stop(signal)).toBe(code);
    expect(written).toEqual({ stdout: '', stderr: '' });
    expect(ownFolders()).toEqual(before);
  },
);

it('svc self-test --url tries a service that runs', async () => {
  const { url } = await startServiceForTest([FlakyModule]);
  const { code, stdout } = await runCommand(['self-test', '--url', url, '--format', 'json']);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    version: 1,
    address: url,
    ok: true,
    checks: [{ name: 'flaky', ok: true }, { name: 'missing', attempts: 1 }, { name: 'slow' }],
  });
});

it('svc self-test answers 1 and says what came instead where another service answers', async () => {
  const server = createServer((_req, res) => res.end('hello')).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  const { code, stdout } = await runCommand([
    'self-test',
    '--url',
    `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^failed +GET \/api\/upstream\/missing +404 at once +200 at once +1 +\d+$/m);
  expect(stdout).toContain('3 of 3 checks failed');
});

it.each(['127.0.0.1:3000', 'ftp://127.0.0.1', 'http://127.0.0.1:3000/api', 'http://127.0.0.1:3000/?a=1', 'x'])(
  'svc self-test --url %s is bad usage',
  async (url) => {
    const { code, stdout, stderr } = await runCommand(['self-test', '--url', url]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('is not the address of a service');
  },
);
