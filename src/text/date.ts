const isoDay = /^(\d{4})-(\d{2})-(\d{2})(?=$|T| )/;
const zone = /(?:Z|GMT|UTC|[+-]\d{2}:?\d{2}|\))$/i;

/** Reads a Date or a string; a date alone is midnight UTC, a date-time without a zone is UTC. null: no date. */
export function parseDate(value: unknown): Date | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value;
  if (typeof value !== 'string' || value.trim() === '') return null;
  const text = value.trim();
  const day = isoDay.exec(text);
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
