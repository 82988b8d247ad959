import { expect, test } from 'vitest';
import { streamListing } from './stream-listing.js';

async function* numbered(count: number, progress: { read: number; ended?: boolean }) {
  try {
    for (let index = 0; index < count; index += 1) {
      progress.read += 1;
      yield `key "${index}"`;
    }
  } finally {
    progress.ended = true;
  }
}

test.each([0, 1, 256, 257, 1_000])('a listing of %i keys is one JSON object', async (count) => {
  const response = await streamListing('files', numbered(count, { read: 0 }), (keys) => keys);
  expect(response.headers.get('content-type')).toBe('application/json');
  const { root, keys } = (await response.json()) as { root: string; keys: string[] };
  expect(root).toBe('files');
  expect(keys).toEqual(Array.from({ length: count }, (_, index) => `key "${index}"`));
});

test('keys that are filtered out leave no gap', async () => {
  const response = await streamListing('files', numbered(2_000, { read: 0 }), (keys) =>
    keys.filter((key) => key.endsWith('999"')),
  );
  expect(await response.json()).toEqual({ root: 'files', keys: ['key "999"', 'key "1999"'] });
});

test('a reader that goes away ends the reading of keys', async () => {
  const progress: { read: number; ended?: boolean } = { read: 0 };
  const response = await streamListing('files', numbered(1_000_000, progress), (keys) => keys);
  const reader = response.body!.getReader();
  await reader.read();
  await reader.cancel();
  expect(progress.ended).toBe(true);
  expect(progress.read).toBeLessThan(5_000);
});

test('a listing that cannot begin is refused as a whole', async () => {
  const broken = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('no bucket')) }) };
  await expect(streamListing('files', broken, (keys) => keys)).rejects.toThrow('no bucket');
});
