import { defineCommand } from '../program/define-command.js';
import { countOf } from '../../text/join-words.js';
import { type ConfigOption, declareConfig } from '../service-commands/config-option.js';
import { openSettings } from '../service-commands/open-settings.js';
import { orFail } from '../service-commands/or-fail.js';

export const migrateCommand = defineCommand<ConfigOption>({
  declare: (command) => void declareConfig(command),
  examples: [
    { line: 'svc migrate', meaning: 'on the database that DATABASE_URL names, else on the one in DATA_DIR' },
    { line: 'svc migrate --config production.yaml', meaning: 'on the one of another settings file' },
  ],
  execute: async ({ io, options }) => {
    const { settings } = await openSettings(options, io);
    const [{ migrate }, { databaseOptions }, { describeParts }] = await Promise.all([
      import('../../../service/src/database/migrate.js'),
      import('../../../service/src/database/database-options.js'),
      import('../../../service/src/describe-parts.js'),
    ]);
    const names = await orFail(migrate(databaseOptions(settings, (message) => io.stderr.write(`${message}\n`))), io);
    const place = describeParts(settings).find(({ part }) => part === 'database')!.detail;
    const lines = names.map((name) => `  ${name}\n`).join('');
    io.stdout.write(
      names.length === 0
        ? `${place}: every migration had run already.\n`
        : `${place}: ran ${countOf(names.length, 'migration')}.\n${lines}`,
    );
    return 0;
  },
});
