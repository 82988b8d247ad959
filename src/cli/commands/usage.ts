import { parseDate, isoDay } from '../../text/date.js';
import { usageError } from '../command-failure.js';
import { openService } from '../sources/open-service.js';
import { defineCommand } from '../program/define-command.js';
import { openApi } from '../sources/open-api.js';
import { type ApiOptions, chooseFrom, chosenApi, declareApi } from '../shared-options.js';
import { declareLogs, type LogOptions, readLogs, refuseLogOptions } from '../usage/logs/read-logs.js';
import { usageFormats } from '../usage/format-usage.js';
import { declareUsageSource, readUsage, type UsageSourceOptions } from '../usage/read-usage.js';

interface UsageOptions extends UsageSourceOptions, LogOptions, ApiOptions {
  readonly apiVersion?: string;
  readonly operation?: string;
  readonly consumer?: string;
  readonly since?: string;
  readonly byDay?: boolean;
  readonly format: keyof typeof usageFormats;
}

export const usageCommand = defineCommand<UsageOptions>({
  declare: (command) => {
    declareApi(command)
      .option('--api-version <version>', 'only the calls of this version')
      .option('--operation <operation>', "only the calls of this operation, such as 'GET /api/users'")
      .option('--consumer <name>', 'only the calls of this consumer')
      .option('--since <date>', 'only the calls since this day (UTC)')
      .option('--by-day', 'a count for each day')
      .addOption(chooseFrom('--format <format>', 'output format', Object.keys(usageFormats)).default('table'));
    declareUsageSource(command);
    declareLogs(command);
  },
  examples: [
    { line: 'svc usage --api-version 1', meaning: 'who still calls version 1, from the store of the service' },
    { line: 'svc usage --consumer ada --by-day --format csv', meaning: 'what one consumer called, day by day' },
    { line: 'svc usage --url https://api.example.com/api', meaning: 'from a running service, with SVC_TOKEN' },
    { line: 'svc usage --log access.log --log access.log.1.gz', meaning: 'from the access logs of any server' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const { apiVersion: version, operation, consumer, since, byDay, format, demo, document } = options;
    const filter = { version, operation, consumer, since: since === undefined ? undefined : readSince(since), byDay };
    if (options.log) {
      const logged = await readLogs(await openApi(chosenApi(entry, options), io), options, filter, io);
      io.stdout.write(usageFormats[format](logged, io));
      return 0;
    }
    refuseLogOptions(options);
    const reading = await readUsage(
      () =>
        openService(
          { entry, demo, document },
          { command: 'svc usage without --log', instead: 'Name the access logs of your server with --log.' },
          io,
        ),
      options,
      filter,
      io,
    );
    io.stdout.write(usageFormats[format](reading, io));
    return 0;
  },
});

function readSince(text: string): string {
  const date = parseDate(text);
  if (!date)
    throw usageError(`--since ${JSON.stringify(text)} is not a date. Use YYYY-MM-DD, such as --since 2026-11-21.`);
  return isoDay(date);
}
