const day = 86_400_000;

export interface TimeAxis {
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly end: number;
  readonly ticks: readonly { readonly time: number; readonly label: string }[];
}

/** A span of whole months around the times, with at most eleven marks; null without times. */
export function timeAxis(times: readonly number[]): TimeAxis | null {
  if (times.length === 0) return null;
  const first = Math.min(...times);
  const last = Math.max(...times);
  const margin = Math.max((last - first) * 0.06, 30 * day);
  const from = monthOf(first - margin);
  const to = monthOf(last + margin) + 1;
  const step = [1, 2, 3, 6, 12, 24, 60, 120].find((months) => (to - from) / months <= 10) ?? 240;
  const ticks = [];
  for (let month = Math.ceil(from / step) * step; month <= to; month += step)
    ticks.push({ time: timeOf(month), label: labelOf(month, step) });
  return { start: timeOf(from), end: timeOf(to), ticks };
}

function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

const timeOf = (month: number) => Date.UTC(Math.floor(month / 12), month % 12, 1);

function labelOf(month: number, step: number): string {
  const year = Math.floor(month / 12);
  return step % 12 === 0 ? String(year) : `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}
