import { stringify } from 'yaml';
import type { SettingDescription } from '../../../service/src/configuration/describe-settings.js';
import type { Io } from '../io.js';
import { coloursFor } from '../terminal/colours.js';
import { printable } from '../terminal/printable.js';
import { printTable } from '../terminal/print-table.js';

type SettingFormat = (settings: readonly SettingDescription[], io: Pick<Io, 'stdout' | 'env'>) => string;

/** What `svc config --format` offers. */
export const settingFormats = {
  table: formatTable,
  json: (settings) => `${JSON.stringify({ version: 1, settings }, null, 2)}\n`,
  yaml: (settings) => stringify({ version: 1, settings }, { lineWidth: 0 }),
} satisfies Record<string, SettingFormat>;

/** What somebody set stands out; the rest is the default. */
function formatTable(settings: readonly SettingDescription[], { stdout, env }: Pick<Io, 'stdout' | 'env'>): string {
  const colours = coloursFor(stdout, env);
  const rows = settings.map(({ name, value, origin }) => {
    const cells = [name, value === null ? '(not set)' : printable(value), origin];
    return origin === 'default' ? cells.map((cell) => colours.dim(cell)) : cells;
  });
  return printTable([['SETTING', 'VALUE', 'FROM'].map((cell) => colours.bold(cell)), ...rows]);
}
