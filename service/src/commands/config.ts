import { writeJson } from '../../../src/json/json.js';
import { type Command, Option } from 'commander';
import type { CommandEnvironment } from 'svckit';
import { CORE_SCHEMA, dump } from 'js-yaml';
import { describeSettings, type SettingDescription } from '../configuration/describe-settings.js';
import {
  type ConfigOption,
  describeConfiguredCommand,
  openSettings,
  painter,
  printRows,
  write,
} from './service-command.js';

type SettingFormat = (settings: readonly SettingDescription[], command: Command) => string;

const formats = {
  table: formatTable,
  json: (settings) => writeJson({ version: 1, settings }),
  yaml: (settings) => dump({ version: 1, settings }, { schema: CORE_SCHEMA, quoteStyle: 'double', lineWidth: -1 }),
} satisfies Record<string, SettingFormat>;

interface ShowOptions extends ConfigOption {
  readonly format: keyof typeof formats;
}

export function configCommand(environment: CommandEnvironment): Command {
  return describeConfiguredCommand('config', {
    summary: 'show the settings and where each comes from',
    examples: [
      ['svc config', 'the environment and svc.yaml combined, secrets masked'],
      ['svc config --config production.yaml', 'the same with another settings file'],
      ['svc config --format json', 'for a program'],
    ],
  })
    .addOption(new Option('--format <format>', 'output format').choices(Object.keys(formats)).default('table'))
    .action(async (options: ShowOptions, command: Command) => {
      const reading = await openSettings(command, options, environment);
      write(command, formats[options.format](describeSettings(reading), command));
    });
}

/** Defaults are dim, so that configured values stand out. */
function formatTable(settings: readonly SettingDescription[], command: Command): string {
  const paint = painter(command);
  const rows = settings.map(({ name, value, origin }) => [name, value === null ? '(not set)' : value, origin]);
  return printRows([['SETTING', 'VALUE', 'FROM'], ...rows], (text, row) => {
    if (row === 0) return paint('bold', text);
    return settings[row - 1]!.origin === 'default' ? paint('dim', text) : text;
  });
}
