import { type Command, Option } from 'commander';
import type { ServiceChoice } from './sources/open-service.js';
import { usageError } from './command-failure.js';
import { suggestName } from '../text/nearest-name.js';
import { parseDate } from '../text/date.js';

/** `[entry]` and `--demo`, for every command that works on a service. */
export function declareEntry(command: Command): Command {
  return command
    .argument('[entry]', 'export file; by default the nearest svc.config.{ts,mts,js,mjs,yaml}')
    .option('--demo', 'use the bundled service (@svckit/service)');
}

/** `[entry]`, `--demo` and `--document`, for every command that works on a service or on documents. */
export function declareApi(command: Command): Command {
  return declareDocument(declareEntry(command));
}

/** `--document`. */
export function declareDocument(command: Command): Command {
  return command.option(
    '--document <file[=version]>',
    'use this OpenAPI document instead of a configuration (repeatable)',
    (file: string, files: readonly string[] = []) => [...files, file],
  );
}

/** The options of `declareApi`. */
export interface ApiOptions {
  readonly demo?: boolean;
  readonly document?: readonly string[];
}

/** The API that a command line names. */
export function chosenApi(entry: string | undefined, { demo, document }: ApiOptions): ServiceChoice {
  return { entry, demo, document };
}

/** Collects a repeatable option whose value may also be a comma-separated list. */
export function collectWords(value: string, collected: readonly string[] = []): readonly string[] {
  return [
    ...collected,
    ...value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ];
}

/** An option that takes one of a few words, and rejects any other with the closest. */
export function chooseFrom(flags: string, description: string, words: readonly string[]): Option {
  const option = new Option(flags, description).choices(words);
  return option.argParser((value: string) => {
    if (words.includes(value)) return value;
    throw usageError(`Unknown value ${JSON.stringify(value)} for ${option.long}. ${suggestName(value, words)}`);
  });
}

/** `--as-of`, for every command whose answer depends on the date. */
export function declareAsOf(command: Command): Command {
  return command.option('--as-of <date>', 'date to use as today (UTC)');
}

/** The date of `--as-of`, else of the clock. Throws if it is not a date. */
export function readAsOf(asOf: string | undefined, now: () => Date): Date {
  if (asOf === undefined) return now();
  const date = parseDate(asOf);
  if (!date)
    throw usageError(`--as-of ${JSON.stringify(asOf)} is not a date. Use YYYY-MM-DD, such as --as-of 2026-11-21.`);
  return date;
}
