import type { UsageCount, UsageFilter } from './usage.js';

/** Whether a filter lets a count of one day through. */
export function isAsked(count: UsageCount, { version, operation, kind, consumer, since }: UsageFilter): boolean {
  return (
    (version === undefined || count.version === version) &&
    (operation === undefined || count.operation === operation) &&
    (kind === undefined || count.kind === kind) &&
    (consumer === undefined || count.consumer === consumer) &&
    (since === undefined || count.day! >= since)
  );
}

/** What counts have in common that are added up. */
export const usageKeyOf = ({ day, version, operation, kind, consumer }: UsageCount): string =>
  JSON.stringify([day, version, operation, kind, consumer]);

/** Adds a count to the one of the same operation, consumer and day. */
export function addUsage(sums: Map<string, UsageCount>, count: UsageCount): void {
  const key = usageKeyOf(count);
  const before = sums.get(key);
  sums.set(key, before ? joinCounts(before, count) : count);
}

function joinCounts(one: UsageCount, other: UsageCount): UsageCount {
  const members = { ...one.members };
  for (const [name, calls] of Object.entries(other.members)) members[name] = (members[name] ?? 0) + calls;
  return {
    ...one,
    calls: one.calls + other.calls,
    refused: one.refused + other.refused,
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    members,
  };
}
