import { type Level, levels } from '../report/level.js';
import { readYaml, YamlError } from '../json/read-yaml.js';
import { checks } from './checks/checks.js';
import { byTheLetter, type SeverityId } from './severity-id.js';
import { isObject } from '../json/json.js';
import { unknownName } from '../text/nearest-name.js';

/** A level that replaces the default one of a check, and the reason. */
export interface SeverityOverride {
  readonly id: SeverityId;
  readonly level: Level;
  readonly reason: string;
}

/** A severity file that cannot be used; the message holds every problem, one per line. */
export class SeverityError extends Error {
  override readonly name = 'SeverityError';
}

/** Reads a severity file: a YAML list of `{ id, level, reason }`. Throws SeverityError with all problems at once. */
export function parseSeverity(text: string, source = 'the severity file'): readonly SeverityOverride[] {
  const entries = readEntries(text, source);
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

function readEntries(text: string, source: string): unknown {
  try {
    return readYaml(text).value;
  } catch (error) {
    throw error instanceof YamlError ? new SeverityError(`${source} is not valid YAML: ${error.message}`) : error;
  }
}

/** The overrides in the form that `diffDocuments` expects. */
export function severityById(overrides: readonly SeverityOverride[]): ReadonlyMap<SeverityId, Level> {
  return new Map(overrides.map(({ id, level }) => [id, level]));
}

const keys = ['id', 'level', 'reason'];

function findProblems(entry: unknown, seen: ReadonlySet<unknown>): readonly string[] {
  if (!isObject(entry)) return ['write { id, level, reason }.'];
  const { id, level, reason } = entry;
  return [
    ...findUnknown('check', 'id', id, [...Object.keys(checks), byTheLetter], 'svc diff --list prints every id.'),
    ...(seen.has(id) && id !== undefined ? [`${String(id)} is listed twice.`] : []),
    ...findUnknown('level', 'level', level, levels),
    ...(typeof reason === 'string' && reason.trim() !== ''
      ? []
      : ['reason is missing. Say why this level is right for this check.']),
    ...Object.keys(entry).flatMap((key) => findUnknown('key', 'key', key, keys)),
  ];
}

function findUnknown(
  noun: string,
  key: string,
  value: unknown,
  known: readonly string[],
  otherwise = '',
): readonly string[] {
  if (value === undefined) return [`${key} is missing.`];
  const name = typeof value === 'string' ? value : JSON.stringify(value);
  return known.includes(name) ? [] : [unknownName(noun, name, known, otherwise)];
}
