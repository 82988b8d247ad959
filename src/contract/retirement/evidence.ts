import { z } from 'zod';
import { writeJson } from '../../json/json.js';

const count = z.int().min(0);
const time = z.iso.datetime();
const day = z.iso.date();

const Evidence = z.object({
  version: z.literal(1),
  apiVersion: z.string(),
  /** The day on which the version was found unused. */
  retiredOn: day,
  /** Who asked. */
  retiredBy: z.string(),
  /** The days before it without an unexplained call. */
  quietDays: z.int().min(1),
  sunset: time.nullable(),
  countedSince: time,
  calls: count,
  refused: count,
  consumers: count,
  lastCall: time.nullable(),
  operations: z.array(z.object({ operation: z.string(), calls: count, lastCall: time })),
  /** Whose calls do not count, and why. */
  explained: z.array(z.object({ consumer: z.string(), calls: count, lastCall: time, reason: z.string().min(1) })),
});

/** The evidence that a version is unused: `contracts/retired/1.json`. */
export type Evidence = z.output<typeof Evidence>;

/** Below the folder of the lock files. */
export const evidenceName = (version: string) => `retired/${version}.json`;

export const writeEvidence = (evidence: Evidence): string => writeJson(evidence);

/** What is wrong on a day with the evidence for a version, as the end of a sentence; null when nothing is. `asOf`: YYYY-MM-DD. */
export function evidenceFault(text: string, version: string, asOf: string): string | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'is not JSON';
  }
  const { success, data, error } = Evidence.safeParse(value);
  if (!success) return `is malformed: ${z.prettifyError(error).split('\n').at(0)!.replace(/^✖ /, '')}`;
  if (data.apiVersion !== version) return `is about version ${data.apiVersion}`;
  return data.retiredOn > asOf ? `is of ${data.retiredOn}, which is in the future` : null;
}
