import type { Command } from 'commander';
import type { CommandEnvironment } from 'svckit';
import { databaseOptions } from '../database/database-options.js';
import { migrate } from '../database/migrate.js';
import { describeParts } from '../describe-parts.js';
import { type ConfigOption, describeConfiguredCommand, openSettings, orFail, write } from './service-command.js';

export function migrateCommand(environment: CommandEnvironment): Command {
  return describeConfiguredCommand('migrate', {
    summary: 'run the pending database migrations',
    examples: [
      ['svc migrate', 'in the database of DATABASE_URL, or the one in DATA_DIR'],
      ['svc migrate --config production.yaml', 'in the database of another settings file'],
    ],
  }).action(async (options: ConfigOption, command: Command) => {
    const { settings } = await openSettings(command, options, environment);
    const warn = (message: string) => command.configureOutput().writeErr?.(`${message}\n`);
    const names = await orFail(command, migrate(databaseOptions(settings, warn)), environment);
    const place = describeParts(settings).find(({ part }) => part === 'database')!.detail;
    const count = names.length === 1 ? '1 migration' : `${names.length} migrations`;
    write(
      command,
      names.length === 0
        ? `${place}: already up to date.\n`
        : `${place}: ran ${count}.\n${names.map((name) => `  ${name}\n`).join('')}`,
    );
  });
}
