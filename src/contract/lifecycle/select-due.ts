import type { LifecycleEntry } from './lifecycle-entry.js';

/** What is overdue, and what goes within so many days; without a number, only what is overdue. */
export function selectDue(entries: readonly LifecycleEntry[], within: number | null): readonly LifecycleEntry[] {
  return entries.filter(({ daysLeft }) => daysLeft !== null && daysLeft <= Math.max(0, within ?? 0));
}
