const pattern = /^(\d{4})-(\d{2})-(\d{2})(?:[Tt](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2}))?$/;
const millisecondsPerDay = 86_400_000;

/** The day number (days since 1970-01-01, UTC) of a full-date or date-time (RFC 3339); null for any other text. */
export function readDay(text: string): number | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, year, month, day] = match.map(Number) as [number, number, number, number];
  const midnight = new Date(Date.UTC(year, month - 1, day));
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return null;
  const instant = text.length > 10 ? Date.parse(text) : midnight.getTime();
  return Number.isNaN(instant) ? null : Math.floor(instant / millisecondsPerDay);
}

/** A day number as YYYY-MM-DD. */
export function writeDay(day: number): string {
  return new Date(day * millisecondsPerDay).toISOString().slice(0, 10);
}
