import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { migrations as ofStores } from '@svckit/stores';
import { expect, it } from 'vitest';
import { settingNames } from './configuration/settings-schema.js';
import { migrations, settingParts } from './parts.js';

const service = import.meta.dirname;

/** What the files with this ending export. */
async function exportsOf(ending: string): Promise<readonly (readonly [file: string, exported: object])[]> {
  const files = (await readdir(service, { recursive: true })).filter((file) => file.endsWith(ending));
  const exported = files.map(async (file) => [file, (await import(join(service, file))) as object] as const);
  return Promise.all(exported);
}

it('lists the settings of every part', async () => {
  const records = (await exportsOf('-settings.ts')).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([name, value]) => name.endsWith('Settings') && typeof value === 'object')
      .map(([, record]) => [file, Object.keys(record as object)] as const),
  );
  expect(records.length).toBeGreaterThan(9);
  for (const [file, names] of records) expect(settingNames, file).toEqual(expect.arrayContaining(names));
});

it('takes each setting from one part only', () => {
  const names = settingParts.flatMap(({ shape }) => Object.keys(shape));
  expect(names.toSorted()).toEqual(settingNames.toSorted());
  expect(new Set(names).size).toBe(names.length);
});

it('lists the migrations of every part and of the stores, in the order of their names', async () => {
  const declared = (await exportsOf('-tables.ts')).flatMap(([, exported]) =>
    Object.values(exported).filter((value) => typeof (value as { up?: unknown }).up === 'function'),
  );
  const names = migrations.map(({ name }) => name);
  expect([...declared.map(({ name }) => name), ...Object.keys(ofStores)].toSorted()).toEqual(names);
  expect(new Set(names).size).toBe(names.length);
});
