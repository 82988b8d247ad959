import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { refuseOtherHosts } from './refuse-other-hosts.js';
import { startWholeServiceForTest } from './testing/start-whole-service.js';

/** As a browser sends it: fetch sets the Host header by itself. */
function get(
  url: string,
  path: string,
  host: string,
  more: Record<string, string> = {},
): Promise<readonly [number, string]> {
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { headers: { ...more, host } }, (res) => {
      let text = '';
      res.on('data', (chunk) => (text += String(chunk)));
      res.on('end', () => resolve([res.statusCode!, text]));
    })
      .on('error', reject)
      .end();
  });
}

test('a page whose name leads to 127.0.0.1 reads nothing', async () => {
  const { url } = await startWholeServiceForTest();
  for (const path of ['/api/files', '/api/docs', '/api/auth/get-session', '/api/nowhere', '/']) {
    for (const host of ['evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example', 'EVIL.example.']) {
      const [status, text] = await get(url, path, host, { 'x-forwarded-host': 'localhost' });
      expect([path, host, status]).toEqual([path, host, 421]);
      expect(JSON.parse(text)).toMatchObject({ code: 'host-unknown', detail: expect.stringContaining('PUBLIC_URL') });
    }
  }
});

test.each([
  'localhost',
  'localhost:3000',
  'LOCALHOST.',
  '127.0.0.1:80',
  '[::1]:3000',
  'app.localhost',
  'devbox',
  '10.0.0.7',
])('the host %s is this machine', async (host) => {
  const { url } = await startWholeServiceForTest();
  expect((await get(url, '/api/health/live', host))[0]).toBe(200);
});

test('PUBLIC_URL names the host that a proxy on this machine passes on', async () => {
  const { url } = await startWholeServiceForTest({ PUBLIC_URL: 'https://api.example.com/base' });
  expect((await get(url, '/api/health/live', 'api.example.com'))[0]).toBe(200);
  expect((await get(url, '/api/health/live', 'api.example.com:443'))[0]).toBe(200);
  expect((await get(url, '/api/health/live', 'www.example.com'))[0]).toBe(421);
});

const outer = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal);

test.skipIf(!outer)('a request over the network may name any host: proxies pass on what clients use', async () => {
  const middleware = refuseOtherHosts(undefined);
  const server = createServer((req, res) => middleware(req, res, (error) => res.writeHead(error ? 421 : 200).end()));
  onTestFinished(() => void server.close());
  await once(server.listen(0, '0.0.0.0'), 'listening');
  const { port } = server.address() as AddressInfo;
  expect((await get(`http://${outer!.address}:${port}`, '/', 'api.example.com'))[0]).toBe(200);
  expect((await get(`http://127.0.0.1:${port}`, '/', 'api.example.com'))[0]).toBe(421);
});
