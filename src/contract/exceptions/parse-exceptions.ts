import { type CheckId, checks, isCheckId } from '../../diff/checks/checks.js';
import { isAlteredId, type AlteredId } from '../../laws/frozen-results.js';
import { isObject, type Json, type JsonObject } from '../../json/json.js';
import { findLines } from '../../json/find-lines.js';
import { readYaml, YamlError } from '../../json/read-yaml.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { readDay } from '../../text/date.js';
import { suggestName } from '../../text/nearest-name.js';

const members = ['id', 'version', 'method', 'path', 'pointer', 'folded', 'reason', 'owner', 'expires'] as const;
const shape = `Use a list of entries with ${members.join(', ')}. svc diff --suggest-exceptions prints them.`;

/** Accepts one finding until a date, or with wildcards several. */
export interface ContractException {
  /** A check, or a pattern that some checks match. */
  readonly id: CheckId | AlteredId | `${string}*${string}`;
  /** Those of the finding are among them; null if it has none. */
  readonly versions: readonly string[] | null;
  /** These three match those of the finding; null if it has none. */
  readonly method: string | null;
  readonly path: string | null;
  readonly pointer: string;
  /** The digest of the results that are folded into the finding; null for a finding that stands for itself. */
  readonly folded: string | null;
  readonly reason: string;
  readonly owner: string;
  /** The last day on which it applies, YYYY-MM-DD. */
  readonly expires: string;
  /** Its line in the file. */
  readonly line: number;
}

/** A problem with an exception file: an invalid entry, an expired one, one without a finding, or one without approval. */
export interface ExceptionProblem {
  readonly id: 'exception-malformed' | 'exception-expired' | 'exception-unmatched' | 'exception-not-approved';
  /** `info` for what needs nothing to be done yet. */
  readonly level?: 'info';
  readonly message: string;
  readonly fix: string;
  readonly line: number;
}

export interface ExceptionReading {
  readonly exceptions: readonly ContractException[];
  /** All problems at once. */
  readonly problems: readonly ExceptionProblem[];
}

/** Reads an exception file (YAML). An invalid entry is a problem, not an exception. */
export function parseExceptions(text: string): ExceptionReading {
  const refuse = (message: string, line: number) => ({ exceptions: [], problems: [malformed(message, shape, line)] });
  let value: unknown;
  try {
    value = readYaml(text).value;
  } catch (error) {
    if (error instanceof YamlError) return refuse(`The file is not valid YAML: ${error.message}`, error.line);
    throw error;
  }
  if (value === null) return { exceptions: [], problems: [] };
  if (!Array.isArray(value)) return refuse('The file is not a list.', findLines(text, [[]])[0] ?? 1);
  const lines = findLines(
    text,
    value.map((_, index) => [String(index)]),
  );
  const readings = value.map((entry: Json, index) => readEntry(entry, lines[index] ?? 1));
  return {
    exceptions: readings.flatMap(({ exception }) => exception ?? []),
    problems: [
      ...readings.flatMap(({ problems }) => problems),
      ...findRepeats(readings.flatMap(({ exception }) => exception ?? [])),
    ],
  };
}

function readEntry(
  entry: Json,
  line: number,
): { readonly exception: ContractException | null; readonly problems: readonly ExceptionProblem[] } {
  if (!isObject(entry)) return { exception: null, problems: [malformed('An entry is not a map.', shape, line)] };
  const found = [...findUnknown(entry), ...findBad(entry)];
  if (found.length > 0)
    return { exception: null, problems: found.map(([message, fix]) => malformed(message, fix, line)) };
  const text = (name: (typeof members)[number]) =>
    entry[name] === undefined || entry[name] === null ? null : String(entry[name]).trim();
  const exception = {
    id: text('id') as ContractException['id'],
    versions: readVersions(entry.version),
    method: text('method'),
    path: text('path'),
    pointer: text('pointer') ?? '',
    folded: text('folded'),
    reason: text('reason')!,
    owner: text('owner')!,
    expires: text('expires')!,
    line,
  };
  return { exception: Object.freeze(exception), problems: [] };
}

function readVersions(value: Json | undefined): readonly string[] | null {
  if (value === undefined || value === null) return null;
  return (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((one) => String(one).trim());
}

const copyId = 'Copy it from the report.';

type Fault = readonly [message: string, fix: string];

function findUnknown(entry: JsonObject): readonly Fault[] {
  return Object.keys(entry)
    .filter((key) => !(members as readonly string[]).includes(key))
    .map((key) => [`Unknown member ${JSON.stringify(key)}.`, suggestName(key, members)] as const);
}

function findBad(entry: JsonObject): readonly Fault[] {
  const { id, version, expires } = entry;
  return [
    ...(typeof id === 'string' && (isCheckId(id) || isAlteredId(id) || isPatternOfChecks(id))
      ? []
      : [
          typeof id === 'string'
            ? ([`Unknown check ${show(id)}.`, suggestName(id, Object.keys(checks), copyId)] as const)
            : ([`id is ${show(id)}.`, copyId] as const),
        ]),
    ...(['method', 'path', 'pointer', 'folded'] as const)
      .filter((name) => entry[name] !== undefined && entry[name] !== null && typeof entry[name] !== 'string')
      .map((name) => [`${name} is ${show(entry[name])}.`, 'Copy it from the report.'] as const),
    ...findBadVersions(version),
    ...(entry.pointer === undefined ? [['pointer is missing.', 'Copy it from the report.'] as const] : []),
    ...(isText(entry.reason) ? [] : [['reason is missing.', 'Explain why clients can accept this.'] as const]),
    ...(isText(entry.owner) ? [] : [['owner is missing.', 'Name who is responsible.'] as const]),
    ...(typeof expires === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(expires) && readDay(expires) !== null
      ? []
      : [
          [
            `expires is ${show(expires)}${expires === undefined ? '' : ', which is not a date'}.`,
            'Use YYYY-MM-DD, such as expires: 2027-03-01.',
          ] as const,
        ]),
  ];
}

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value.trim() !== '';

const nameVersion = 'Name a version, or omit it.';

function findBadVersions(version: Json | undefined): readonly Fault[] {
  if (version === undefined || version === null) return [];
  if (!Array.isArray(version)) return isText(version) ? [] : [badVersion(version)];
  if (version.length === 0) return [['version is an empty list.', nameVersion]];
  return (version as readonly Json[]).filter((one) => !isText(one)).map(badVersion);
}

function badVersion(version: Json): Fault {
  const fix = typeof version === 'number' ? `Quote it: version: '${version}'` : nameVersion;
  return [`version is ${show(version)}.`, fix];
}

const show = (value: Json | undefined) => (value === undefined ? 'missing' : JSON.stringify(value));

function findRepeats(exceptions: readonly ContractException[]): readonly ExceptionProblem[] {
  return exceptions
    .filter((exception, index) => exceptions.findIndex((other) => placeKey(other) === placeKey(exception)) < index)
    .map(({ id, line }) => malformed(`${id} has two exceptions at the same place.`, 'Keep one of the entries.', line));
}

/** Whether a member of an exception matches that of a finding: `*` stands for anything up to a slash, `**` for anything. */
export function matchesText(pattern: string | null, text: string | null): boolean {
  if (pattern === null || !pattern.includes('*')) return pattern === text;
  const parts = pattern.split(/(\*{1,2})/).map((part) => {
    if (part === '**') return '[^]*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  });
  return matchPattern(`^${parts.join('')}$`, text ?? '') === true;
}

function isPatternOfChecks(id: string): boolean {
  return id.includes('*') && Object.keys(checks).some((check) => matchesText(id, check));
}

/** Equal for entries that accept the same finding. */
export function placeKey({ id, versions, method, path, pointer, folded }: ContractException): string {
  return JSON.stringify([id, versions, method, path, pointer, folded]);
}

function malformed(message: string, fix: string, line: number): ExceptionProblem {
  return { id: 'exception-malformed', message, fix, line };
}
