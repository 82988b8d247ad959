import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Module } from 'svckit';
import { compileRoutes } from 'svckit/export';
import { expect, it } from 'vitest';
import { ConfigurationModule } from '../configuration/configuration-module.js';
import { startServiceForTest, startTestService } from '../testing/start-test-service.js';
import { FILE_STORE } from './file-store-token.js';
import { FileStoreError } from './file-store-error.js';
import { FilesModule } from './files-module.js';
import { describeFilesRoutes } from './files-routes.suite.js';

const modules = [ConfigurationModule, FilesModule];

describeFilesRoutes('a folder', () => startTestService(modules));

const presigned = async (
  service: { send: (method: string, path: string) => Promise<{ body: unknown }> },
  query: string,
) => ((await service.send('GET', `/files/presign?${query}`)).body as { url: string }).url;

it('an address is a path of this service, or the whole of it where PUBLIC_URL says what that is', async () => {
  const plain = await startServiceForTest(modules);
  expect(await presigned(plain, 'key=a&method=PUT')).toMatch(
    /^\/api\/files\/presigned\?key=a&method=PUT&signature=[0-9a-f]{64}&expires=\d+$/,
  );
  const named = await startServiceForTest(modules, { PUBLIC_URL: 'https://files.example.com/' });
  expect(await presigned(named, 'key=a&method=PUT')).toMatch(
    /^https:\/\/files\.example\.com\/api\/files\/presigned\?key=a&/,
  );
});

it('an address without its parts, or with others, is 403 on both methods', async () => {
  const service = await startServiceForTest(modules);
  const url = new URL(await presigned(service, 'key=a&method=PUT'), service.url);
  const changes: Record<string, string | null>[] = [
    { signature: null },
    { expires: null },
    { key: null },
    { signature: '' },
    { expires: '99999999999' },
    { expires: 'never' },
    { key: '../a' },
    { key: 'b' },
    { signature: 'zz' },
  ];
  for (const change of changes) {
    const changed = new URL(url);
    for (const [name, value] of Object.entries(change)) {
      changed.searchParams.delete(name);
      if (value !== null) changed.searchParams.set(name, value);
    }
    for (const method of ['GET', 'PUT']) {
      const answer = await fetch(changed, { method, ...(method === 'PUT' ? { body: 'x' } : {}) });
      expect([answer.status, JSON.stringify(change)]).toEqual([403, JSON.stringify(change)]);
      expect(await answer.json()).toMatchObject({ status: 403, code: 'presigned-tampered' });
    }
  }
  expect((await service.send('GET', '/files')).body).toMatchObject({ keys: [] });
});

it('no particular media type is promised of what an address gives', () => {
  @Module({ imports: modules })
  class Root {}
  const { routes } = compileRoutes(Root);
  const read = routes.find(({ method, path }) => method === 'GET' && path === '/files/presigned');
  expect(read?.responses[200]).toMatchObject({ mediaTypes: ['*/*'] });
});

it('what an address gives runs no scripts under this origin', async () => {
  const service = await startServiceForTest(modules);
  await service.send('PUT', '/files/object?key=page.html', { content: '<script>alert(1)</script>' });
  const answer = await fetch(new URL(await presigned(service, 'key=page.html'), service.url));
  expect(answer.headers.get('content-security-policy')).toBe('sandbox');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.headers.get('content-length')).toBe('25');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('more bytes than allowed are 413 and change nothing, whether announced or not', async () => {
  const service = await startServiceForTest(modules, { FILES_MAX_BYTES: '1000' });
  const url = new URL(await presigned(service, 'key=big&method=PUT'), service.url);
  expect((await fetch(url, { method: 'PUT', body: 'x'.repeat(1_000) })).status).toBe(200);
  expect((await fetch(url, { method: 'PUT', body: 'y'.repeat(1_001) })).status).toBe(413);
  const stream = new Blob(['z'.repeat(5_000)]).stream();
  expect((await fetch(url, { method: 'PUT', body: stream, duplex: 'half' } as RequestInit)).status).toBe(413);
  expect((await service.send('GET', '/files/object?key=big')).body).toMatchObject({ content: 'x'.repeat(1_000) });
});

it('an upload of more bytes than allowed is 413 and keeps nothing, and leaves no temporary files', async () => {
  const service = await startServiceForTest(modules, { FILES_MAX_BYTES: '1000' });
  const before = uploadsWaiting();
  const send = (size: number) => {
    const body = new FormData();
    body.append('files', new File(['a'], 'small.txt'));
    body.append('files', new File(['x'.repeat(size)], 'large.txt'));
    return fetch(`${service.url}/api/files/uploads`, { method: 'POST', body });
  };
  expect((await send(1_001)).status).toBe(413);
  expect((await send(10 * 1_024 * 1_024 + 1)).status).toBe(413);
  expect((await service.send('GET', '/files')).body).toMatchObject({ keys: [] });
  expect((await send(1_000)).status).toBe(201);
  await expect.poll(uploadsWaiting).toEqual(before);
});

const uploadsWaiting = () => readdirSync(tmpdir()).filter((name) => name.startsWith('svckit-upload-'));

it('an upload that cannot be kept whole is not kept at all', async () => {
  const service = await startServiceForTest(modules);
  const files = service.app.get(FILE_STORE);
  const write = files.write.bind(files);
  files.write = async (key, bytes) => {
    if (key.endsWith('second.txt')) throw new FileStoreError('unavailable', 'The disk is full.');
    await write(key, bytes);
  };
  const body = new FormData();
  for (const name of ['first.txt', 'second.txt']) body.append('files', new File(['a'], name));
  expect((await fetch(`${service.url}/api/files/uploads`, { method: 'POST', body })).status).toBe(503);
  expect((await service.send('GET', '/files')).body).toMatchObject({ keys: [] });
});

it('a key below a file is 409 and leaves the file alone', async () => {
  const service = await startServiceForTest(modules);
  await service.send('PUT', '/files/object?key=a', { content: 'kept' });
  expect(await service.send('PUT', '/files/object?key=a/b', { content: 'x' })).toMatchObject({
    status: 409,
    body: { code: 'conflict' },
  });
  expect((await service.send('GET', '/files/object?key=a')).body).toMatchObject({ content: 'kept' });
  expect((await service.send('GET', '/files/object?key=a/b')).status).toBe(404);
});

it('a bucket that cannot be reached is 503 on every route, and the service starts all the same', async () => {
  const service = await startServiceForTest(modules, {
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_BUCKET: 'bucket',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  for (const [method, path] of [
    ['GET', '/files'],
    ['GET', '/files/object?key=a'],
    ['PUT', '/files/object?key=a'],
    ['DELETE', '/files/object?key=a'],
    ['GET', '/files/presign?key=a'],
  ] as const) {
    const answer = await service.send(method, path, method === 'PUT' ? { content: 'x' } : undefined);
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('5');
  }
});

it('a bucket that is only half configured stops the start and names what is missing', async () => {
  await expect(startTestService(modules, { S3_ENDPOINT: 'http://127.0.0.1:1' })).rejects.toThrow(
    /S3_BUCKET must be set together.*S3_SECRET_ACCESS_KEY must be set/s,
  );
  await expect(
    startTestService(modules, { S3_ENDPOINT: 'ftp://x', S3_BUCKET: 'UPPER', FILES_MAX_BYTES: '0' }),
  ).rejects.toThrow(/S3_ENDPOINT.*S3_BUCKET.*FILES_MAX_BYTES/s);
});
