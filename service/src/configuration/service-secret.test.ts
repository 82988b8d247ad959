import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../testing/temporary-database.js';
import { deriveKey, ServiceSecret } from './service-secret.js';

async function dataDir() {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  return join(folder.path, 'data');
}

async function start(options: { dataDir: string; secret?: string; production?: boolean }) {
  const warnings: string[] = [];
  const secret = new ServiceSecret({ production: false, warn: (message) => warnings.push(message), ...options });
  await secret.onInit();
  return { secret, warnings };
}

it('makes a secret once and keeps it where only the owner may read it', async () => {
  const folder = await dataDir();
  const { secret, warnings } = await start({ dataDir: folder });
  expect(secret.value.length).toBeGreaterThanOrEqual(43);
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600);
  expect((await start({ dataDir: folder })).secret.value).toBe(secret.value);
  expect(await readdir(folder)).toEqual(['secret']);
  expect(warnings).toEqual([]);
});

it('gives many concurrent starters the same secret', async () => {
  const folder = await dataDir();
  const started = await Promise.all(Array.from({ length: 20 }, () => start({ dataDir: folder })));
  expect(new Set(started.map(({ secret }) => secret.value)).size).toBe(1);
  expect(await readdir(folder)).toEqual(['secret']);
});

it('takes AUTH_SECRET where it is set, and touches no file', async () => {
  const folder = await dataDir();
  const { secret, warnings } = await start({ dataDir: folder, secret: 'from the environment', production: true });
  expect([secret.value, warnings]).toEqual(['from the environment', []]);
  await expect(readdir(folder)).rejects.toThrow('ENOENT');
});

it('warns in one line in production', async () => {
  const { warnings } = await start({ dataDir: await dataDir(), production: true });
  expect(warnings).toEqual([expect.stringMatching(/^AUTH_SECRET is not set\. [^\n]+$/)]);
});

it('rejects a secret file that is too short, and does not change it', async () => {
  const folder = await dataDir();
  await mkdir(folder);
  await writeFile(join(folder, 'secret'), 'short\n');
  await expect(start({ dataDir: folder })).rejects.toThrow(
    'holds no secret of at least 32 characters. Restore it, or delete it',
  );
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('short\n');
});

it('derives a different key for every purpose and every secret, always the same', () => {
  const keys = [deriveKey('a', 'cursor'), deriveKey('a', 'presign'), deriveKey('b', 'cursor')].map((key) =>
    key.toString('hex'),
  );
  expect(new Set(keys).size).toBe(3);
  expect(deriveKey('a', 'cursor').toString('hex')).toBe(keys[0]);
  expect(deriveKey('a', 'cursor')).toHaveLength(32);
});
