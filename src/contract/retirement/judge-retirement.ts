import { operationOfCount, type UsageCount, type UsageReading } from '../../routing/table/usage.js';
import { isoDay, millisecondsPerDay } from '../../text/date.js';
import type { Evidence } from './evidence.js';

export interface RetirementQuestion {
  readonly apiVersion: string;
  readonly asOf: Date;
  readonly quietDays: number;
  /** ISO 8601; null when it has none. */
  readonly sunset: string | null;
  readonly retiredBy: string;
  /** A reason for each consumer whose calls do not count. */
  readonly explained: ReadonlyMap<string, string>;
}

export type RetirementAnswer =
  /** These called within the quiet days, or are beyond the limit of consumers, so that nobody knows who must be asked; the latest first. */
  | { readonly kind: 'needed'; readonly remaining: readonly UsageCount[] }
  /** Calls have not been counted for long enough; `since` in milliseconds, null when they never were. */
  | { readonly kind: 'unknown'; readonly since: number | null }
  /** An explanation names nobody who called. */
  | { readonly kind: 'unexplained'; readonly consumer: string; readonly known: readonly string[] }
  | { readonly kind: 'quiet'; readonly evidence: Evidence };

/** Whether a version can go: `reading` has its calls, those of all days together. */
export function judgeRetirement(question: RetirementQuestion, { since, counts }: UsageReading): RetirementAnswer {
  const { asOf, quietDays, explained } = question;
  const quietFrom = asOf.getTime() - quietDays * millisecondsPerDay;
  const known = [...new Set(counts.map(({ consumer }) => consumer))];
  const stranger = [...explained.keys()].find((consumer) => !known.includes(consumer));
  if (stranger !== undefined) return { kind: 'unexplained', consumer: stranger, known };
  if (since === null || since > quietFrom) return { kind: 'unknown', since };
  const isLoud = ({ kind, last }: UsageCount) => kind === 'other' || last >= quietFrom;
  const remaining = counts.filter((count) => isLoud(count) && !explained.has(count.consumer));
  if (remaining.length > 0) return { kind: 'needed', remaining: remaining.toSorted((a, b) => b.last - a.last) };
  return { kind: 'quiet', evidence: evidenceOf(question, since, counts) };
}

function evidenceOf(
  { apiVersion, asOf, quietDays, sunset, retiredBy, explained }: RetirementQuestion,
  since: number,
  counts: readonly UsageCount[],
): Evidence {
  const operations = [...new Set(counts.map(({ operation }) => operation))].toSorted();
  const callsOf = (matching: (count: UsageCount) => boolean) => {
    const found = counts.filter(matching);
    return { calls: sum(found, 'calls'), lastCall: iso(Math.max(...found.map(({ last }) => last))) };
  };
  return {
    version: 1,
    apiVersion,
    retiredOn: isoDay(asOf),
    retiredBy,
    quietDays,
    sunset,
    countedSince: iso(since),
    calls: sum(counts, 'calls'),
    refused: sum(counts, 'refused'),
    consumers: new Set(counts.map(({ kind, consumer }) => `${kind} ${consumer}`)).size,
    lastCall: counts.length === 0 ? null : callsOf(() => true).lastCall,
    operations: operations.map((operation) => ({
      operation,
      ...callsOf((count) => operationOfCount(count) === operation),
    })),
    explained: [...explained].map(([consumer, reason]) => ({
      consumer,
      ...callsOf((count) => count.consumer === consumer),
      reason,
    })),
  };
}

const sum = (counts: readonly UsageCount[], name: 'calls' | 'refused') =>
  counts.reduce((total, count) => total + count[name], 0);
const iso = (milliseconds: number) => new Date(milliseconds).toISOString();
