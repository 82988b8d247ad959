import { expect, it } from 'vitest';
import { renderEnvExample } from './render-env-example.js';
import { readSettings } from './read-settings.js';
import { settingField } from './setting-field.js';
import { settingNames } from './settings-schema.js';

it('.env.example lists every setting with its default', async () => {
  await expect(renderEnvExample()).toMatchFileSnapshot('../../../.env.example');
});

it('shows each setting once, and every setting says what it does', () => {
  const shown = [...renderEnvExample().matchAll(/^# ([A-Z][A-Z\d_]*)=/gm)].map(([, name]) => name);
  expect(shown.toSorted()).toEqual(settingNames.toSorted());
  for (const name of settingNames) expect(settingField(name).description, name).toMatch(/^.{10,}\.$/);
});

it('shows values that are valid as they stand', () => {
  const lines = [...renderEnvExample().matchAll(/^# ([A-Z][A-Z\d_]*)=(.*)$/gm)].map(([, name, value]) => [
    name!,
    value!,
  ]);
  const { settings } = readSettings({ env: Object.fromEntries(lines), cwd: '/srv' });
  expect(settings).toEqual(readSettings({ env: {}, cwd: '/srv' }).settings);
});
