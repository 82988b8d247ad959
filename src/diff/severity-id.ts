import type { JsonObject } from '../json/json.js';
import { letterMark } from '../openapi/lifecycle-marks.js';
import { isLevel, type Level, mostSevere } from '../report/level.js';
import type { CheckId } from './checks/checks.js';

/** Every finding that breaks by the letter alone, of any check. */
export const byTheLetter = 'by-the-letter';

/** What may be given another level. */
export type SeverityId = CheckId | typeof byTheLetter;

/** Most servers and clients take what breaks by the letter alone. */
export const defaultLetterLevel: Level = 'info';

/** The given levels, and for what breaks by the letter alone the more severe of those that two documents record, unless one is given. */
export function withLetterLevel(
  severity: ReadonlyMap<SeverityId, Level> | undefined,
  documents: readonly JsonObject[],
): ReadonlyMap<SeverityId, Level> {
  const recorded = documents.map((document) => document[letterMark]).filter(isLevel);
  if (severity?.has(byTheLetter) || recorded.length === 0) return severity ?? new Map();
  return new Map([...(severity ?? []), [byTheLetter, mostSevere(recorded.map((level) => ({ level })))!]]);
}
