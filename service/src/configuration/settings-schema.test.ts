import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settingNames, settingParts } from './settings-schema.js';

const service = join(import.meta.dirname, '..');

it('composes every settings record of every part', async () => {
  const files = (await readdir(service, { recursive: true })).filter((file) =>
    /(^|\/)[a-z-]+-settings\.ts$/.test(file),
  );
  const records = files.filter((file) => !/\/(read|describe)-settings\.ts$/.test(file));
  expect(records.length).toBeGreaterThan(5);
  for (const file of records) {
    const exported: Record<string, unknown> = await import(join(service, file));
    const [, record] = Object.entries(exported).find(([name]) => name.endsWith('Settings')) ?? [];
    expect(settingNames, file).toEqual(expect.arrayContaining(Object.keys(record as object)));
  }
});

it('takes each setting from one part only', () => {
  const names = settingParts.flatMap(({ shape }) => Object.keys(shape));
  expect(names.toSorted()).toEqual(settingNames.toSorted());
  expect(new Set(names).size).toBe(names.length);
});
