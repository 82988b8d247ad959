import { operationOfCount, type UsageCount } from '../../routing/table/usage.js';
import { isoDay, millisecondsPerDay } from '../../text/date.js';
import type { UsersOfRow } from './lifecycle-rows.js';

/** The calls of each version. */
export function callsOfVersions(counts: readonly UsageCount[]): ReadonlyMap<string | null, number> {
  const sums = new Map<string | null, number>();
  for (const { version, calls } of counts) sums.set(version, (sums.get(version) ?? 0) + calls);
  return sums;
}

const quietDays = 30;

/** Who called a version, or some of its operations, in the 30 days before a day: `ada (last call 2026-11-20)`. */
export function callersOfRows(counts: readonly UsageCount[], asOf: Date): UsersOfRow {
  const since = asOf.getTime() - quietDays * millisecondsPerDay;
  const recent = counts.filter(({ last }) => last >= since).toSorted((one, other) => other.last - one.last);
  return ({ version, level, names }) => {
    const own = recent.filter(
      (one) => one.version === version && (level === 0 || names.includes(operationOfCount(one))),
    );
    const newest = new Map<string, number>();
    for (const { consumer, last } of own) if (!newest.has(consumer)) newest.set(consumer, last);
    return [...newest].map(([consumer, last]) => `${consumer} (last call ${isoDay(new Date(last))})`);
  };
}
