import { parseDate } from '../text/date.js';
import { usageError } from './command-failure.js';

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
