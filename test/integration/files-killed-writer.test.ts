import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { DiskFileStore } from '../../service/src/files/disk-file-store.js';
import { PresignedAddresses } from '../../service/src/files/presigned-addresses.js';
import { bundle, Process } from './start-process.js';

let script: string;
beforeAll(async () => {
  script = await bundle(new URL('./processes/write-files.ts', import.meta.url));
});

it('a writer that is killed at any moment leaves only whole files, and the next start removes the rest', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svckit-killed-writer-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (let round = 0; round < 20; round += 1) {
    const writer = new Process(script, [folder]);
    onTestFinished(() => writer.kill());
    expect(await writer.next()).toBe('writing');
    await wait(Math.random() * 30);
    await writer.kill();
    expect((await readdir(folder)).toSorted()).toEqual(['.incoming', 'deep']);
    for (const name of await readdir(join(folder, 'deep'))) {
      expect(['written', 'other']).toContain(name);
      expect(await readFile(join(folder, 'deep', name), 'utf8')).toMatch(/^(.)\1{199999}$/);
    }
  }
  const addresses = new PresignedAddresses({ signingKey: () => Buffer.alloc(32), address: '', now: Date.now });
  const store = new DiskFileStore({ folder, addresses });
  await store.onInit();
  store.onShutdown();
  expect(await readdir(join(folder, '.incoming'))).toEqual([]);
});
