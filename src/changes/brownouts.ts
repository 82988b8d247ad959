import { millisecondsPerDay, parseDate } from '../text/date.js';
import { quote } from '../text/quote.js';

/** A time in which a deprecated operation refuses its callers: from a date until another. */
export interface BrownoutWindow {
  readonly from: Date | string;
  readonly to: Date | string;
}

/** One window on each of the last days before the sunset. */
export interface DailyBrownouts {
  readonly days: number;
  /** Each window is twice as long as the one of the day before, and the last one 16 hours; an hour each by default. */
  readonly growing?: boolean;
}

export type Brownouts = readonly BrownoutWindow[] | DailyBrownouts;

/** Dates are ISO 8601 in UTC. */
export interface Brownout {
  readonly from: string;
  readonly to: string;
}

const minute = 60_000;
const hour = 60 * minute;
const longestDaily = 16 * hour;
const mostDays = 90;

const fix = "Write brownouts: [{ from: '2027-02-01T09:00Z', to: '2027-02-01T10:00Z' }], or { days: 7, growing: true }.";

/** The windows in their order; a message and its fix when they cannot be read. */
export function readBrownouts(
  given: unknown,
  sunset: Date | null,
): readonly Brownout[] | { readonly message: string; readonly fix: string } {
  if (Array.isArray(given)) return readWindows(given);
  const { days, growing = false } = (given ?? {}) as Partial<Record<string, unknown>>;
  const isDaily = Number.isInteger(days) && (days as number) > 0 && (days as number) <= mostDays;
  if (typeof given !== 'object' || given === null || !isDaily || typeof growing !== 'boolean')
    return { message: `brownouts ${quote(given)} are neither windows nor days`, fix };
  if (!sunset) return { message: 'brownouts in days need a sunset to count back from', fix: 'Add the sunset.' };
  return dailyBrownouts(days as number, growing, sunset);
}

function readWindows(given: readonly unknown[]): ReturnType<typeof readBrownouts> {
  const windows: Brownout[] = [];
  for (const one of given) {
    const { from, to } = (one ?? {}) as Partial<BrownoutWindow>;
    const [start, end] = [parseDate(from), parseDate(to)];
    if (!start || !end) {
      const [name, value] = start ? ['to', to] : ['from', from];
      return { message: `brownouts: ${name} ${quote(value)} is not a date`, fix };
    }
    windows.push({ from: start.toISOString(), to: end.toISOString() });
  }
  return windows.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from));
}

/** The last day ends at the sunset; each window begins with its day. */
function dailyBrownouts(days: number, growing: boolean, sunset: Date): readonly Brownout[] {
  return Array.from({ length: days }, (_, index) => {
    const left = days - index;
    const start = sunset.getTime() - left * millisecondsPerDay;
    const grown = Math.max(5 * minute, Math.round(longestDaily / 2 ** (left - 1) / minute) * minute);
    return { from: new Date(start).toISOString(), to: new Date(start + (growing ? grown : hour)).toISOString() };
  });
}
