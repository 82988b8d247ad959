import { expect, test } from 'vitest';
import { startWholeServiceForTest } from './testing/start-whole-service.js';

test('what was made is found at the Location of its 201, and what a list keeps in that list', async () => {
  const { send, app } = await startWholeServiceForTest();
  const ofVersion = (version: string) => ({ 'X-API-Version': version });
  const entry = { memo: 'opening', amount: 120 };
  const transfer = { from: 'a', to: 'b', amount: 5 };
  for (const [path, body, version, location] of [
    ['/users', { name: 'Ada' }, '1', /^\/api\/users\/\d+$/],
    ['/users?source=form', { name: 'Grace' }, '2', /^\/api\/users\/\d+$/],
    ['/ledger', entry, '1', /^\/api\/ledger\/\d+$/],
    ['/ledger/transfer', transfer, '1', /^\/api\/ledger$/],
    ['/ledger/transfer-sync', transfer, '2', /^\/api\/ledger$/],
    ['/jobs/thumbnails', {}, '1', /^\/api\/jobs\/thumbnails\/[^/]+$/],
    ['/notes', { text: 'a note' }, '1', /^\/api\/notes$/],
    ['/notes', { text: 'a note' }, '2', /^\/api\/notes$/],
  ] as const) {
    const made = await send('POST', path, body, ofVersion(version));
    const address = made.headers.get('location') ?? '';
    expect([path, made.status, address]).toEqual([path, 201, expect.stringMatching(location)]);
    const found = await send('GET', address.replace('/api', ''), undefined, ofVersion(version));
    expect(found.status).toBe(200);
    if (/\d$/.test(address) && path.startsWith('/users')) expect(found.body).toEqual(made.body);
  }
  const key = { 'Idempotency-Key': 'once' };
  const [first, replayed] = [await send('POST', '/ledger', entry, key), await send('POST', '/ledger', entry, key)];
  expect(replayed.headers.get('location')).toBe(first.headers.get('location'));

  const silent = app.routes
    .filter(({ responses }) => 201 in responses)
    .filter(({ responses }) => !('Location' in ((responses[201] as { headers?: object } | null)?.headers ?? {})));
  expect([...new Set(silent.map(({ path }) => path))]).toEqual(['/api/images/describe']);
});
