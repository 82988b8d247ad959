import { execFileSync, spawnSync } from 'node:child_process';
import { access, mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiskFileStore } from './disk-file-store.js';
import { draftName, removeAbandonedDrafts } from './drafts.js';
import { collect, describeFileStore } from './file-store.suite.js';
import { PresignedAddresses, type PresignedMethod } from './presigned-addresses.js';

const addresses = new PresignedAddresses({
  signingKey: () => Buffer.alloc(32, 1),
  address: '/presigned',
  now: Date.now,
});

async function openStore() {
  const folder = await mkdtemp(join(tmpdir(), 'svckit-files-'));
  const store = new DiskFileStore({ folder: join(folder, 'files'), addresses });
  await store.onInit();
  return { folder, store, close: () => rm(folder, { recursive: true, force: true }) };
}

describeFileStore('a folder', async () => {
  const { store, close } = await openStore();
  const request = async (url: string, init?: RequestInit) => {
    const query = new URL(url, 'http://localhost').searchParams;
    const text = (name: string) => query.get(name) ?? '';
    const method = (init?.method ?? 'GET') as PresignedMethod;
    const verdict = addresses.verify({
      method,
      key: text('key'),
      expires: text('expires'),
      signature: text('signature'),
    });
    if (verdict !== 'valid') return { status: 403, text: async () => verdict };
    if (method === 'PUT') await store.write(text('key'), Buffer.from(String(init?.body)));
    const file = await store.read(text('key'), 65_536);
    return { status: 200, text: async () => Buffer.from(file!.bytes).toString() };
  };
  return { store, request, close };
});

describe('the folder of a disk store', () => {
  let opened: Awaited<ReturnType<typeof openStore>>;
  const inside = (...names: string[]) => join(opened.folder, 'files', ...names);

  beforeEach(async () => {
    opened = await openStore();
  });
  afterEach(() => opened.close());

  test('symbolic links are not followed, written through, listed or deleted', async () => {
    await writeFile(join(opened.folder, 'secret'), 'outside');
    await mkdir(join(opened.folder, 'elsewhere'));
    await symlink(join(opened.folder, 'secret'), inside('link'));
    await symlink(join(opened.folder, 'elsewhere'), inside('linked'));
    await symlink(join(opened.folder, 'nowhere'), inside('dangling'));
    for (const key of ['link', 'linked/file', 'dangling', 'dangling/file']) {
      await expect(opened.store.read(key, 100)).rejects.toMatchObject({ code: 'invalid-key' });
      await expect(opened.store.write(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'invalid-key' });
      await expect(opened.store.delete(key)).rejects.toMatchObject({ code: 'invalid-key' });
      await expect(opened.store.presign('PUT', key, 60)).rejects.toMatchObject({ code: 'invalid-key' });
    }
    expect(await collect(opened.store.list(''))).toEqual([]);
    expect(await readFile(join(opened.folder, 'secret'), 'utf8')).toBe('outside');
    expect(await readdir(join(opened.folder, 'elsewhere'))).toEqual([]);
  });

  test('a data folder that is itself reached through a link works', async () => {
    await symlink(opened.folder, join(opened.folder, 'alias'));
    const store = new DiskFileStore({ folder: join(opened.folder, 'alias', 'files'), addresses });
    await store.onInit();
    await store.write('a', Buffer.from('x'));
    expect(await readFile(inside('a'), 'utf8')).toBe('x');
  });

  test('a named pipe is not a file, and reading it does not hang', async () => {
    execFileSync('mkfifo', [inside('pipe')]);
    expect(await opened.store.read('pipe', 100)).toBeNull();
    expect(await opened.store.has('pipe')).toBe(false);
    expect(await collect(opened.store.list(''))).toEqual([]);
  });

  test('a key below a file, and a file where a folder is, are conflicts that leave nothing behind', async () => {
    await opened.store.write('a', Buffer.from('x'));
    await opened.store.write('b/c', Buffer.from('x'));
    await expect(opened.store.write('a/b', Buffer.from('x'))).rejects.toMatchObject({ code: 'conflict' });
    await expect(opened.store.write('b', Buffer.from('x'))).rejects.toMatchObject({ code: 'conflict' });
    expect(await readdir(inside('.incoming'))).toEqual([]);
    expect(await collect(opened.store.list(''))).toEqual(['a', 'b/c']);
  });

  test('folders that a deletion empties are removed, so that their name is free again', async () => {
    await opened.store.write('a/b/c', Buffer.from('x'));
    await opened.store.delete('a/b/c');
    expect(await readdir(inside())).toEqual(['.incoming']);
    await opened.store.write('a', Buffer.from('x'));
  });

  test('writing and deleting side by side in one folder never fails', async () => {
    const turns = (key: string) => async () => {
      for (let round = 0; round < 100; round += 1) {
        await opened.store.write(key, Buffer.from('x'));
        await opened.store.delete(key);
      }
    };
    await Promise.all(['shared/deep/one', 'shared/deep/two', 'shared/three'].map((key) => turns(key)()));
  });

  test('what a killed writer left is removed at the start, and a running writer is left alone', async () => {
    const dead = spawnSync(process.execPath, ['--version']).pid;
    const [own, ofDead, ofParent, elsewhere, young] = [
      draftName(),
      draftName().replace(/~\d+~/, `~${dead}~`),
      draftName().replace(/~\d+~/, `~${process.ppid}~`),
      draftName().replace(/^[^~]*/, '.another-machine'),
      'young',
    ];
    const old = [draftName().replace(/^[^~]*/, '.another-machine'), 'old'];
    for (const name of [own, ofDead, ofParent, elsewhere, young, ...old])
      await writeFile(inside('.incoming', name), 'x');
    for (const name of old) await utimes(inside('.incoming', name), new Date(0), new Date(0));
    const store = new DiskFileStore({ folder: inside(), addresses });
    await store.onInit();
    store.onShutdown();
    expect((await readdir(inside('.incoming'))).toSorted()).toEqual([own, ofParent, elsewhere, young].toSorted());
  });

  test('what a process with the same number left before this one began is removed', async () => {
    const name = draftName();
    await writeFile(inside('.incoming', name), 'x');
    const before = new Date(Date.now() - process.uptime() * 1_000 - 1_000);
    await utimes(inside('.incoming', name), before, before);
    await removeAbandonedDrafts(inside('.incoming'), true);
    expect(await readdir(inside('.incoming'))).toEqual([]);
  });

  test('a folder that has gone is reported as unavailable', async () => {
    await rm(inside(), { recursive: true });
    await expect(opened.store.check()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(access(inside())).rejects.toThrow();
  });
});
