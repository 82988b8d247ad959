import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FileStore } from './file-store.js';

export interface OpenedFileStore {
  readonly store: FileStore;
  /** Turns a presigned address into a request that reaches the store. */
  readonly request: (url: string, init?: RequestInit) => Promise<{ status: number; text: () => Promise<string> }>;
  readonly close: () => Promise<void>;
}

const limit = 65_536;

/** What every file store does, whatever is behind it. */
export function describeFileStore(name: string, openStore: () => Promise<OpenedFileStore>): void {
  describe(`files in ${name}`, () => {
    let opened: OpenedFileStore;
    const write = (key: string, text: string) => opened.store.write(key, Buffer.from(text));
    const read = async (key: string) => {
      const file = await opened.store.read(key, limit);
      return file === null ? null : Buffer.from(file.bytes).toString();
    };
    const list = async (prefix = '') => collect(opened.store.list(prefix));

    beforeAll(async () => {
      opened = await openStore();
    });
    afterAll(async () => {
      for (const key of await list()) await opened.store.delete(key);
      await opened.close();
    });

    test('a file is read as it was written, with its size and type', async () => {
      await write('greetings/hello.txt', 'Grüße');
      const file = await opened.store.read('greetings/hello.txt', limit);
      expect(file).toMatchObject({ key: 'greetings/hello.txt', size: 7, type: 'text/plain; charset=utf-8' });
      expect(Buffer.from(file!.bytes).toString()).toBe('Grüße');
    });

    test('writing again replaces the file', async () => {
      await write('replaced.txt', 'a long first text');
      await write('replaced.txt', 'second');
      expect(await read('replaced.txt')).toBe('second');
    });

    test('every byte and the empty file survive', async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
      await opened.store.write('bytes.bin', bytes);
      expect(Uint8Array.from((await opened.store.read('bytes.bin', limit))!.bytes)).toEqual(bytes);
      await write('empty', '');
      expect(await read('empty')).toBe('');
    });

    test.each([
      "a b+c&d=e#f;g'h(i)!.txt",
      'ünï/日本/🎈.txt',
      '100%',
      '~tilde/@at',
      '...dots',
      `long/${'x'.repeat(190)}`,
    ])('the key %j is kept as it is', async (key) => {
      await write(key, key);
      expect(await read(key)).toBe(key);
      expect(await list()).toContain(key);
      expect(await opened.store.has(key)).toBe(true);
      expect(await opened.store.delete(key)).toBe(true);
      expect(await opened.store.has(key)).toBe(false);
    });

    test('a key that was never written is absent, and so is one that was deleted', async () => {
      expect(await read('never')).toBeNull();
      expect(await read('never/below')).toBeNull();
      expect(await opened.store.has('never')).toBe(false);
      expect(await opened.store.delete('never')).toBe(false);
      await write('once', 'x');
      expect(await opened.store.delete('once')).toBe(true);
      expect(await opened.store.delete('once')).toBe(false);
      expect(await read('once')).toBeNull();
    });

    test('a part of a key is not a key', async () => {
      await write('folder/file', 'x');
      expect(await read('folder')).toBeNull();
      expect(await opened.store.has('folder')).toBe(false);
      expect(await opened.store.delete('folder')).toBe(false);
      expect(await read('folder/file')).toBe('x');
    });

    test('a file larger than the reader takes is refused as too large', async () => {
      await write('large', 'x'.repeat(11));
      await expect(opened.store.read('large', 10)).rejects.toMatchObject({ code: 'too-large' });
      expect(await opened.store.read('large', 11)).toMatchObject({ size: 11 });
    });

    test('a listing has the keys with a prefix, in the order of their bytes', async () => {
      const keys = [
        'list/a/b',
        'list/a-b',
        'list/a0',
        'list/Z',
        'list/ä',
        'list/🎈',
        'list/\uffee',
        'lisu',
        'list/a/c/d',
      ];
      for (const key of keys) await write(key, 'x');
      const expected = keys
        .filter((key) => key !== 'lisu')
        .toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
      expect(await list('list/')).toEqual(expected);
      expect(await list('list/a/')).toEqual(['list/a/b', 'list/a/c/d']);
      expect(await list('list/a')).toEqual(['list/a-b', 'list/a/b', 'list/a/c/d', 'list/a0']);
      expect(await list('nothing')).toEqual([]);
      const all = await list();
      expect(all).toEqual(all.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other))));
    });

    test.each([
      '../outside',
      '/etc/passwd',
      '..\\outside',
      'a\0b',
      '%2e%2e/outside',
      'con',
      'a/../../outside',
      'a:b',
      'trailing.',
      '',
    ])('the key %j is refused by every operation', async (key) => {
      const refusal = { code: 'invalid-key' };
      await expect(opened.store.read(key, limit)).rejects.toMatchObject(refusal);
      await expect(write(key, 'x')).rejects.toMatchObject(refusal);
      await expect(opened.store.delete(key)).rejects.toMatchObject(refusal);
      await expect(opened.store.has(key)).rejects.toMatchObject(refusal);
      await expect(opened.store.presign('GET', key, 60)).rejects.toMatchObject(refusal);
    });

    test('a reader sees the old file or the new one, never a part', async () => {
      const texts = ['a', 'b'].map((letter) => letter.repeat(60_000));
      await write('contended', texts[0]!);
      const writing = (async () => {
        for (let round = 0; round < 20; round += 1) await write('contended', texts[round % 2]!);
      })();
      for (let round = 0; round < 40; round += 1) expect(texts.includes((await read('contended')) ?? '')).toBe(true);
      await writing;
    });

    test('writers of one key at once all succeed, and one of them wins whole', async () => {
      const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(10_000));
      await Promise.all(texts.map((text) => write('raced/deep/key', text)));
      expect(texts).toContain(await read('raced/deep/key'));
    });

    test('a presigned address reads and writes its key until it ends, and nothing else', async () => {
      const { store, request } = opened;
      await write('presigned/a b+c.txt', 'signed');
      const reading = await store.presign('GET', 'presigned/a b+c.txt', 60);
      const answer = await request(reading.url);
      expect([answer.status, await answer.text()]).toEqual([200, 'signed']);
      expect(reading.expiresAt.getTime()).toBeGreaterThan(Date.now() + 50_000);

      const writing = await store.presign('PUT', 'presigned/new.txt', 60);
      expect((await request(writing.url, { method: 'PUT', body: 'uploaded' })).status).toBe(200);
      expect(await read('presigned/new.txt')).toBe('uploaded');

      expect((await request(reading.url, { method: 'PUT', body: 'no' })).status).toBe(403);
      expect((await request(writing.url)).status).toBe(403);
      expect((await request(reading.url.replace(/presigned(%2F|\/)a/i, 'presigned$1z'))).status).toBe(403);
      expect((await request(tampered(reading.url))).status).toBe(403);
      expect(await read('presigned/a b+c.txt')).toBe('signed');
    });

    test('a presigned address that has ended is refused', async () => {
      await write('presigned/short', 'x');
      const { url } = await opened.store.presign('GET', 'presigned/short', 1);
      await new Promise((resolve) => setTimeout(resolve, 2_100));
      expect((await opened.request(url)).status).toBe(403);
    });

    test('the store says that it works', async () => {
      await expect(opened.store.check()).resolves.toBeUndefined();
    });
  });
}

/** All of a listing at once. */
export async function collect(keys: AsyncIterable<string>): Promise<readonly string[]> {
  const collected: string[] = [];
  for await (const key of keys) collected.push(key);
  return collected;
}

function tampered(url: string): string {
  return url.replace(
    /(signature=)([0-9a-f])/i,
    (_match, name: string, digit: string) => name + (digit === '0' ? '1' : '0'),
  );
}
