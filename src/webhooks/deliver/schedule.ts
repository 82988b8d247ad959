const [second, minute, hour] = [1_000, 60_000, 3_600_000];

/** Between one attempt and the next, in milliseconds (Standard Webhooks, "retry schedule"): ten attempts in 76 hours. */
export const standardSchedule: readonly number[] = Object.freeze([
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]);

/** A delay is up to so much longer, so that deliveries that failed together do not come back together. */
const jitter = 0.2;

/** Nothing that a receiver says makes it wait for longer. */
const longestPause = 24 * hour;

/** Milliseconds until the attempt after so many; null after the last. `random` is in [0, 1). */
export function delayAfter(attempts: number, schedule: readonly number[], random: () => number): number | null {
  const delay = schedule[attempts - 1];
  return delay === undefined ? null : Math.round(delay * (1 + jitter * random()));
}

/** Milliseconds that `Retry-After` asks for: seconds or a date (RFC 9110, section 10.2.3); null for anything else. */
export function readRetryAfter(field: string | null, now: number): number | null {
  if (field === null) return null;
  const text = field.trim();
  const wanted = /^\d{1,10}$/.test(text)
    ? Number(text) * second
    : text.endsWith('GMT')
      ? Date.parse(text) - now
      : Number.NaN;
  return Number.isNaN(wanted) ? null : Math.min(Math.max(wanted, 0), longestPause);
}
