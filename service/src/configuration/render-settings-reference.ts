import { describeExpectation } from './setting-kind.js';
import { settingField } from './setting-field.js';
import { settingParts } from '../parts.js';
import { type SettingName, settingsSchema } from './settings-schema.js';

/** The tables of docs/configuration.md: every setting with its default, its values and its effect. */
export function renderSettingsReference(): string {
  return settingParts
    .map(({ title, shape }) => {
      const rows = (Object.keys(shape) as SettingName[]).map(renderRow);
      return [
        `### ${title}`,
        '',
        '| Setting | Default | Takes | What it does |',
        '|---|---|---|---|',
        ...rows,
        '',
      ].join('\n');
    })
    .join('\n');
}

function renderRow(name: SettingName): string {
  const { default: standard, description, secret } = settingField(name);
  const shown = standard === undefined ? '' : standard === '' ? 'empty' : `\`${String(standard)}\``;
  const cells = [`\`${name}\``, shown, describeValues(name), secret ? `${description} Secret.` : description];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** `a whole number from 1 to 64`, `an http:// address, …`; the schema's error message, else text. */
function describeValues(name: SettingName): string {
  const said = settingsSchema.shape[name].safeParse('\0').error?.issues[0]?.message;
  const expectation = said?.startsWith('must ') ? said.slice('must '.length) : describeExpectation(name);
  if (expectation === 'have at least 1 characters') return 'text';
  return (expectation ?? (said === undefined ? 'text' : 'an address')).replace(/^be |^have /, '');
}
