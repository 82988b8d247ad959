import { parseDate, isoDay } from '../../text/date.js';
import { usageError } from '../command-failure.js';
import { openService } from '../open-service.js';
import { defineCommand } from '../program/define-command.js';
import { chooseFrom, declareEntry } from '../shared-options.js';
import { usageFormats } from '../usage/format-usage.js';
import { declareUsageSource, readUsage, type UsageSourceOptions } from '../usage/read-usage.js';

interface UsageOptions extends UsageSourceOptions {
  readonly apiVersion?: string;
  readonly operation?: string;
  readonly consumer?: string;
  readonly since?: string;
  readonly byDay?: boolean;
  readonly format: keyof typeof usageFormats;
  readonly demo?: boolean;
}

export const usageCommand = defineCommand<UsageOptions>({
  declare: (command) => {
    declareEntry(command)
      .option('--api-version <version>', 'only the calls of this version')
      .option('--operation <operation>', "only the calls of this operation, such as 'GET /api/users'")
      .option('--consumer <name>', 'only the calls of this consumer')
      .option('--since <date>', 'only the calls since this day (UTC)')
      .option('--by-day', 'a count for each day')
      .addOption(chooseFrom('--format <format>', 'output format', Object.keys(usageFormats)).default('table'));
    declareUsageSource(command);
  },
  examples: [
    { line: 'svc usage --api-version 1', meaning: 'who still calls version 1, from the store of the service' },
    { line: 'svc usage --consumer ada --by-day --format csv', meaning: 'what one consumer called, day by day' },
    { line: 'svc usage --url https://api.example.com/api', meaning: 'from a running service, with SVC_TOKEN' },
  ],
  execute: async ({ io, operands: [entry], options }) => {
    const { apiVersion: version, operation, consumer, since, byDay, format, demo } = options;
    const filter = { version, operation, consumer, since: since === undefined ? undefined : readSince(since), byDay };
    const reading = await readUsage(
      () =>
        openService(
          { entry, demo },
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
