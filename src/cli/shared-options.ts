import { type Command, Option } from 'commander';
import { usageError } from './command-failure.js';
import { suggestName } from '../text/nearest-name.js';
import { parseDate } from '../text/date.js';

/** `[entry]` and `--demo`, as every command on a service takes it. */
export function declareEntry(command: Command): Command {
  return command
    .argument('[entry]', 'the export file; the nearest svc.config.{ts,mts,js,mjs} by default')
    .option('--demo', 'use the bundled service, @svckit/service');
}

/** Gathers a repeatable option whose value may also be a list between commas. */
export function collectWords(value: string, collected: readonly string[] = []): readonly string[] {
  return [
    ...collected,
    ...value
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ];
}

/** An option that takes one of a few words, and refuses any other with the nearest. */
export function chooseFrom(flags: string, description: string, words: readonly string[]): Option {
  const option = new Option(flags, description).choices(words);
  return option.argParser((value: string) => {
    if (words.includes(value)) return value;
    throw usageError(`Unknown value ${JSON.stringify(value)} for ${option.long}. ${suggestName(value, words)}`);
  });
}

/** The date that a command takes for now: `--as-of`, else the clock. Throws when it is no date. */
export function readAsOf(asOf: string | undefined, now: () => Date): Date {
  if (asOf === undefined) return now();
  const date = parseDate(asOf);
  if (!date)
    throw usageError(
      `--as-of ${JSON.stringify(asOf)} is not a date. Write a day, such as --as-of 2026-11-21; it is taken in UTC.`,
    );
  return date;
}
