import { defineCommand } from '../program/define-command.js';
import { type ConfigOption, declareConfig } from '../service-commands/config-option.js';
import { openSettings } from '../service-commands/open-settings.js';
import { settingFormats } from '../service-commands/setting-formats.js';
import { chooseFrom } from '../shared-options.js';

interface ShowOptions extends ConfigOption {
  readonly format: keyof typeof settingFormats;
}

export const configCommand = defineCommand<ShowOptions>({
  declare: (command) => {
    declareConfig(command).addOption(
      chooseFrom('--format <format>', 'how to print them', Object.keys(settingFormats)).default('table'),
    );
  },
  examples: [
    { line: 'svc config', meaning: 'what the environment and svc.yaml amount to, secrets masked' },
    { line: 'svc config --config production.yaml', meaning: 'what another file would make of it' },
    { line: 'svc config --format json', meaning: 'the same for a program' },
  ],
  execute: async ({ io, options }) => {
    const reading = await openSettings(options, io);
    const { describeSettings } = await import('../../../service/src/configuration/describe-settings.js');
    io.stdout.write(settingFormats[options.format](describeSettings(reading), io));
    return 0;
  },
});
