import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { S3FileStore } from './s3-file-store.js';

const credentials = { bucket: 'bucket', region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'secret' };

test('an S3 store that cannot be reached is unavailable, and says so within seconds', async () => {
  const store = new S3FileStore({ ...credentials, endpoint: 'http://127.0.0.1:1' });
  await expect(store.check()).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The bucket bucket cannot be reached.',
  });
  await expect(store.write('a', Buffer.from('x'))).rejects.toMatchObject({ code: 'unavailable' });
  await expect(store.list('').next()).rejects.toMatchObject({ code: 'unavailable' });
});

test('a store that fails now and then is asked again, and one that goes on failing is unavailable', async () => {
  let failures = 2;
  const server = createServer((_req, res) => {
    res.writeHead(failures > 0 ? 503 : 200).end();
    failures -= 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store = new S3FileStore({
    ...credentials,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
  });
  await expect(store.check()).resolves.toBeUndefined();
  failures = 3;
  await expect(store.check()).rejects.toMatchObject({ message: 'The bucket bucket answered 503 to HEAD.' });
  server.closeAllConnections();
  server.close();
});

test('a presigned address names the store as clients reach it, and needs no connection', async () => {
  const inside = { ...credentials, endpoint: 'http://store:9000' };
  const addressOf = async (store: S3FileStore) => (await store.presign('GET', "a b/c'd.txt", 60)).url;
  expect(await addressOf(new S3FileStore(inside))).toMatch(
    /^http:\/\/store:9000\/bucket\/a%20b\/c%27d\.txt\?X-Amz-Expires=60&.*X-Amz-Signature=[0-9a-f]{64}$/,
  );
  expect(await addressOf(new S3FileStore({ ...inside, publicEndpoint: 'https://files.example.com/' }))).toMatch(
    /^https:\/\/files\.example\.com\/bucket\/a%20b\//,
  );
});
