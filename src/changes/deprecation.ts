import { declarationError } from '../report/load-session.js';
import { parseDate } from '../text/date.js';
import { readLink } from '../text/link.js';
import { quote } from '../text/quote.js';
import { type Brownout, type Brownouts, readBrownouts } from './brownouts.js';

/** Dates are ISO 8601 in UTC. */
export interface Deprecation {
  readonly since: string;
  readonly sunset: string | null;
  readonly link: string | null;
  /** In their order; absent where there are none. */
  readonly brownouts?: readonly Brownout[];
}

/** When a route or a version was deprecated, and when it goes away. */
export interface DeprecatedOptions {
  /** When it was deprecated: a Date, or a string; a date alone is midnight UTC. */
  readonly since: Date | string;
  /** When it will be removed. */
  readonly sunset?: Date | string;
  /** A page about it: an absolute URL, also mailto: or urn:, or an absolute path. */
  readonly link?: string;
  /** Times before the sunset in which it answers 503, so that clients that have not moved notice: windows, or `{ days: 7, growing: true }`. */
  readonly brownouts?: Brownouts;
}

/** null, after a declaration error whose message begins with `where`, when a date or the link cannot be read. */
export function readDeprecation(options: DeprecatedOptions, where: string): Deprecation | null {
  const read = parseDeprecation(options);
  if (!('message' in read)) return read;
  declarationError('invalid-deprecation', `${where}${read.message}`, read.fix);
  return null;
}

/** The deprecation that options declare; a message and its fix when a date or the link cannot be read. */
export function parseDeprecation({ since, sunset, link, brownouts = [] }: DeprecatedOptions): Deprecation | Refusal {
  const start = parseDate(since);
  const end = sunset === undefined ? null : parseDate(sunset);
  if (!start) return refuse(`since ${quote(since)} is not a date`, "Write a date, such as since: '2026-09-01'.");
  if (!end && sunset !== undefined)
    return refuse(`sunset ${quote(sunset)} is not a date`, "Write a date, such as sunset: '2027-03-01'.");
  if (end && end < start)
    return refuse(`sunset ${quote(sunset)} is before since ${quote(since)}`, 'Swap them, or move the sunset.');
  const page = link === undefined ? null : readLink(link);
  if (link !== undefined && page === null) {
    return refuse(
      `link ${quote(link)} is not a URL`,
      "Write an absolute URL or an absolute path, such as link: 'https://example.com/v1'.",
    );
  }
  const windows = readBrownouts(brownouts, end);
  if ('message' in windows) return windows;
  return Object.freeze({
    since: start.toISOString(),
    sunset: end?.toISOString() ?? null,
    link: page,
    ...(windows.length > 0 && { brownouts: Object.freeze(windows) }),
  });
}

interface Refusal {
  readonly message: string;
  readonly fix: string;
}

const refuse = (message: string, fix: string): Refusal => ({ message, fix });
