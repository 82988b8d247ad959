export interface Backoff {
  /** Longest wait after the first failure, in milliseconds; doubles with each further one. */
  readonly firstMs: number;
  /** Longest wait at all, in milliseconds. */
  readonly longestMs: number;
}

/** Milliseconds to wait after a number of failures: anything up to an exponentially growing bound, so that clients spread out ("full jitter"). */
export function jitteredDelay(failures: number, { firstMs, longestMs }: Backoff, random: () => number): number {
  return random() * Math.min(longestMs, firstMs * 2 ** (failures - 1));
}

/** Milliseconds that a Retry-After field asks for, in seconds or as a date (RFC 9110, section 10.2.3); 0 when it cannot be read. */
export function retryAfterMs(field: string | null, now: number): number {
  if (field === null) return 0;
  if (/^\d+$/.test(field)) return Number(field) * 1_000;
  const date = /^[A-Za-z]{3}, .+ GMT$/.test(field) ? Date.parse(field) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now);
}
