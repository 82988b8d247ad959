const startsWithDay = /^(\d{4})-(\d{2})-(\d{2})(?=$|T| )/;
const zone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2}|\))$/i;
const fullDate = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;

export const millisecondsPerDay = 86_400_000;

/** Reads a Date or a string; a date alone is midnight UTC, a date-time without a zone is UTC. null: no date. */
export function parseDate(value: unknown): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = value.trim();
  const day = startsWithDay.exec(text);
  if (day && !isRealDay(Number(day[1]), Number(day[2]), Number(day[3]))) return null;
  const time = Date.parse(zone.test(text) || day?.[0] === text ? text : day ? `${text}Z` : `${text} UTC`);
  return Number.isNaN(time) ? null : new Date(time);
}

function isRealDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** An Expires-style HTTP-date (RFC 9110, section 5.6.7). */
export function httpDate(iso: string): string {
  return new Date(iso).toUTCString();
}

/** A Structured Field Date (RFC 9651, section 3.3.7): `@` and Unix seconds. */
export function structuredDate(iso: string): string {
  return `@${Math.floor(Date.parse(iso) / 1000)}`;
}

/** `2026-11-21`, in UTC. */
export function isoDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

/** The day number (days since 1970-01-01, UTC) of a full-date or date-time (RFC 3339); null for any other text. */
export function readDay(text: string): number | null {
  const match = fullDate.exec(text);
  if (!match) return null;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  if (!isRealDay(year, month, day)) return null;
  const instant = text.length > 10 ? Date.parse(text) : Date.UTC(year, month - 1, day);
  return Number.isNaN(instant) ? null : Math.floor(instant / millisecondsPerDay);
}

/** A day number as YYYY-MM-DD. */
export function writeDay(day: number): string {
  return isoDay(new Date(day * millisecondsPerDay));
}

/** `2026-09-01T09:00Z`, without the time at midnight UTC, and without seconds where they are zero. */
export function readableTime(iso: string): string {
  return readableDate(iso).replace(/(?::00)?\.000Z$/, 'Z');
}

/** `2026-09-01`, with the time only where it is not midnight UTC. */
export function readableDate(iso: string): string {
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso;
}

const months = 'January February March April May June July August September October November December'.split(' ');

/** `1 March 2027`, in UTC; with `today` (2026-11-26), the year only where the day is more than eleven months away. */
export function dayInWords(iso: string, today?: string): string {
  const date = new Date(iso);
  const day = `${date.getUTCDate()} ${months[date.getUTCMonth()]!}`;
  const isNear = today !== undefined && Math.abs(date.getTime() - Date.parse(today)) < 335 * millisecondsPerDay;
  return isNear ? day : `${day} ${date.getUTCFullYear()}`;
}
