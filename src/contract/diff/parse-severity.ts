import { type Level, levels } from '../../report/level.js';
import { parseDocument } from 'yaml';
import { checks, isCheckId, type CheckId } from './checks.js';
import { isObject } from '../../json/json.js';
import { unknownName } from '../../text/nearest-name.js';

/** A level that somebody gave to a check, and why. */
export interface SeverityOverride {
  readonly id: CheckId;
  readonly level: Level;
  readonly reason: string;
}

/** A severity file that cannot be used; the message holds every problem, one per line. */
export class SeverityError extends Error {
  override readonly name = 'SeverityError';
}

/** Reads a severity file: a YAML list of `{ id, level, reason }`. Throws SeverityError with all problems at once. */
export function parseSeverity(text: string, source = 'the severity file'): readonly SeverityOverride[] {
  const document = parseDocument(text);
  if (document.errors[0])
    throw new SeverityError(`${source} is not valid YAML: ${document.errors[0].message.split('\n')[0]}`);
  const entries = document.toJS() as unknown;
  if (entries === null) return [];
  if (!Array.isArray(entries)) throw new SeverityError(`${source} must be a list of { id, level, reason }.`);
  const seen = new Set<unknown>();
  const problems = entries.flatMap((entry: unknown, index) => {
    const found = findProblems(entry, seen).map((problem) => `${source}, entry ${index + 1}: ${problem}`);
    if (isObject(entry)) seen.add(entry['id']);
    return found;
  });
  if (problems.length > 0) throw new SeverityError(problems.join('\n'));
  return Object.freeze(
    entries.map(({ id, level, reason }: SeverityOverride) => Object.freeze({ id, level, reason: reason.trim() })),
  );
}

/** The overrides as `diffDocuments` takes them. */
export function severityById(overrides: readonly SeverityOverride[]): ReadonlyMap<CheckId, Level> {
  return new Map(overrides.map(({ id, level }) => [id, level]));
}

function findProblems(entry: unknown, seen: ReadonlySet<unknown>): readonly string[] {
  if (!isObject(entry)) return ['write { id, level, reason }.'];
  const { id, level, reason } = entry;
  const unknownKeys = Object.keys(entry).filter((key) => !['id', 'level', 'reason'].includes(key));
  return [
    ...(typeof id !== 'string'
      ? ['id is missing.']
      : isCheckId(id)
        ? []
        : [unknownName('check', id, Object.keys(checks))]),
    ...(seen.has(id) && id !== undefined ? [`${String(id)} is listed twice.`] : []),
    ...(levels.some((known) => known === level)
      ? []
      : [`level is ${JSON.stringify(level) ?? 'missing'}; write error, warning or info.`]),
    ...(typeof reason === 'string' && reason.trim() !== ''
      ? []
      : ['reason is missing; say why this level is right here.']),
    ...unknownKeys.map((key) => `${key} is not known; write id, level and reason.`),
  ];
}
