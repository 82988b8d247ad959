import { settingField } from './setting-field.js';
import { settingParts } from '../parts.js';
import type { SettingName } from './settings-schema.js';

/** The text of `.env.example`: every setting with its description, commented out at its default. */
export function renderEnvExample(): string {
  const header = [
    'Every setting of the bundled service, with its default. All are optional, but DATABASE_URL requires AUTH_SECRET.',
    'svc.yaml accepts the same names, in upper or lower case. The environment overrides it.',
  ];
  const sections = settingParts.map(({ title, shape }) =>
    [`## ${title}`, ...(Object.keys(shape) as SettingName[]).map(renderSetting)].join('\n\n'),
  );
  return `${[header.map((line) => `# ${line}`).join('\n'), ...sections].join('\n\n')}\n`;
}

function renderSetting(name: SettingName): string {
  const field = settingField(name);
  return `# ${field.description}\n# ${name}=${field.default === undefined ? '' : String(field.default)}`;
}
