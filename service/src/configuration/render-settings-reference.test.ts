import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { renderSettingsReference } from './render-settings-reference.js';
import { settingNames } from './settings-schema.js';

const guide = '../../../docs/configuration.md';
const marks = /(?<=<!-- settings -->\n\n)[\s\S]*(?=\n<!-- end of settings -->)/;

it('docs/configuration.md holds every setting as its schema has it', async () => {
  const text = await readFile(fileURLToPath(new URL(guide, import.meta.url)), 'utf8');
  expect(text).toMatch(marks);
  await expect(text.replace(marks, () => renderSettingsReference())).toMatchFileSnapshot(guide);
});

it('shows each setting once, with what it takes', () => {
  const rows = [...renderSettingsReference().matchAll(/^\| `([A-Z\d_]+)` \| .*? \| (.+?) \| .+\. \|$/gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual([...settingNames].sort());
});
