import { expect, test } from 'vitest';
import { startWholeServiceForTest } from './testing/start-whole-service.js';

test('/ and /api redirect a browser to the page, and send any other client the address of the documents', async () => {
  const { url } = await startWholeServiceForTest();
  for (const path of ['/', '/api', '/api/', '/?from=bookmark']) {
    const browser = await fetch(`${url}${path}`, { redirect: 'manual', headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([path, browser.status, browser.headers.get('location')]).toEqual([path, 302, '/api/docs']);
    const clients: readonly Record<string, string>[] = [{}, { 'x-api-version': '9' }, { accept: 'application/json' }];
    for (const headers of clients) {
      const client = await fetch(`${url}${path}`, { headers });
      const links = (await client.json()) as Record<string, string>;
      expect([client.status, client.headers.get('vary')]).toEqual([200, 'Accept']);
      for (const name of ['documents', 'page', 'health'])
        expect((await fetch(`${url}${links[name]}`)).status).toBe(200);
    }
    expect((await fetch(`${url}${path}`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${url}${path}`, { method: 'POST' })).status).toBe(404);
  }
});
