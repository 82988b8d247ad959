import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collect, describeFileStore } from '../../service/src/files/file-store.suite.js';
import { S3FileStore } from '../../service/src/files/s3-file-store.js';
import { startSwift, type SwiftServer } from './swift/swift-server.js';

let server: SwiftServer;
beforeAll(async () => {
  server = await startSwift();
});
afterAll(() => server?.stop());

async function openStore(
  bucket: string,
  change: { secretAccessKey?: string; createBucket?: boolean; pageSize?: number } = {},
) {
  const store = new S3FileStore({ ...server, bucket, createBucket: true, ...change });
  await store.onInit();
  return store;
}

describeFileStore('an S3 bucket', async () => {
  const store = await openStore('suite');
  return { store, request: async (url, init) => fetch(url, init), close: async () => undefined };
});

describe('an S3 bucket', () => {
  test('a wrong secret is refused by the server, so signatures are really verified', async () => {
    const store = await openStore('refused', { secretAccessKey: 'wrong', createBucket: false });
    await expect(store.write('a', Buffer.from('x'))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The bucket refused answered 403 (SignatureDoesNotMatch) to PUT.',
    });
  });

  test('a bucket that does not exist is unavailable, not an absent file', async () => {
    const store = await openStore('nowhere', { createBucket: false });
    await expect(store.read('a', 10)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('a listing of several pages has every key once, in order, and stops reading when its reader does', async () => {
    const store = await openStore('pages', { pageSize: 10 });
    const keys = Array.from({ length: 31 }, (_, index) => `key-${String(index).padStart(2, '0')} &+`);
    await Promise.all(keys.map((key) => store.write(key, Buffer.from('x'))));
    expect(await collect(store.list(''))).toEqual(keys);
    for await (const key of store.list('key-2')) {
      expect(key).toBe(keys[20]);
      break;
    }
  });

  test('creating a bucket that exists changes nothing', async () => {
    const store = await openStore('suite-again');
    await store.write('kept', Buffer.from('x'));
    await openStore('suite-again');
    expect(await store.has('kept')).toBe(true);
  });
});
