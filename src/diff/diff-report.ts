import { bringTogether, sectionsByOperation } from '../report/group-results.js';
import { countLevels, type Level, levels, mostSevere } from '../report/level.js';
import type { Report, RuleDescription } from '../report/report.js';
import type { Detail, Result } from '../report/result.js';
import type { Witness } from '../jsonschema/containment/containment.js';
import { checks, type CheckId } from './checks/checks.js';
import type { Finding, FindingPlace } from './finding.js';

/** What `svc diff` found, and what it was asked. */
export interface DiffOutcome {
  /** The day that dates were compared with: `2026-11-21`. */
  readonly asOf: string;
  readonly failOn: Level;
  readonly findings: readonly Finding[];
  /** What was compared: `git:main` and `v1`. */
  readonly base: string;
  readonly revision: string;
}

/** What sections are about, by the most severe level in them. */
const titles: Readonly<Record<Level, string>> = {
  error: 'What clients must change',
  warning: 'What may break clients',
  info: 'What else is different',
};

/** The report of `svc diff`: what clients must change, then what else is different. */
export function diffReport({ asOf, failOn, findings, base, revision }: DiffOutcome): Report {
  const results = findings.map(resultOfFinding);
  const sections = sectionsByOperation(results);
  const lines = sections.flatMap((section) => section.lines);
  const chapters = levels.map((level) => ({
    title: titles[level],
    sections: sections.filter((section) => mostSevere(section.lines) === level),
    rest: null,
  }));
  return {
    command: 'svc diff',
    heading: `Changes from ${base} to ${revision}`,
    asOf,
    failOn,
    verdict: { text: `${countLevels(lines, 'other change') || 'No differences'}.`, level: mostSevere(lines) },
    parts: [{ id: 'diff', results, passed: [] }],
    chapters: chapters.filter((chapter) => chapter.sections.length > 0),
    rules: describeChecks(findings.map(({ id }) => id)),
    annotateFrom: 'info',
    levelWords: { error: 'breaks', warning: 'may break', info: 'note' },
    json: () => ({ version: 1, asOf, findings: findings.map(findingRecord) }),
  };
}

/** The result that a difference between two documents is. */
export function resultOfFinding(finding: Finding): Result {
  const { id, level, message, fix = null, file, line, method, path, apiVersion, pointer, witness, places } = finding;
  const place = file === null ? null : { file, line };
  return {
    id,
    level,
    message: `${message}.`,
    fix,
    place,
    subject: { method, path, apiVersion, pointer, handler: null },
    ...((witness || places) && { details: [...describeWitness(witness), ...listPlaces(places)] }),
  };
}

/** The parts of each operation that a result stands for. */
function listPlaces(places: readonly FindingPlace[] = []): readonly Detail[] {
  return bringTogether(places, ({ method, path }) => [method, path]).map((same) => [
    `${same[0].method} ${same[0].path}`,
    [
      ...new Set(same.filter(({ id }) => checks[id].action === 'remove').map(({ message }) => message.split(': ')[0])),
    ].join(', '),
  ]);
}

/** A witness in words: `"12" was accepted and is refused now: must be number`. */
function describeWitness(witness: Witness | undefined): readonly Detail[] {
  if (!witness) return [];
  const text = JSON.stringify(witness.value);
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  const effect =
    witness.acceptedBy === 'base' ? 'was accepted and is refused now' : 'may be sent now and was not allowed before';
  return [['witness', `${short} ${effect}: ${witness.why}`]];
}

/** The longest value that people are shown; JSON has it whole. */
const longestValue = 200;

/** A finding as every command's JSON has it. */
export function findingRecord(finding: Finding) {
  const { id, level, method, path, apiVersion, pointer, message, renamed, fix, places, file, line } = finding;
  return {
    id,
    level,
    method,
    path,
    apiVersion,
    pointer,
    message,
    ...(renamed && { renamed }),
    ...(fix !== undefined && { fix }),
    ...(places && { places }),
    file,
    line,
    witness: finding.witness ?? null,
  };
}

/** Checks as code scanning shows them: each once, by id. */
export function describeChecks(ids: readonly CheckId[]): readonly RuleDescription[] {
  return [...new Set(ids)].sort().map(describeCheck);
}

const consequences: Readonly<Record<Level, string>> = {
  error:
    'It breaks clients. Keep what the API promised, or publish the change in a new version. Where the break is meant, svc diff --suggest-exceptions prints an entry for the exceptions of the gate.',
  warning:
    'It may break clients. Make sure that no client relies on what changed, or publish the change in a new version. Where the change is meant, svc diff --suggest-exceptions prints an entry for the exceptions of the gate.',
  info: 'It breaks no client, so nothing needs to be done.',
};
const directions = {
  request: 'what clients send',
  response: 'what clients receive',
  none: 'how clients find and call the API',
} as const;

function describeCheck(id: CheckId): RuleDescription {
  const { level, kind, direction, area } = checks[id];
  return {
    id,
    level,
    summary: `The API changed in ${directions[direction]}: ${id.replaceAll('-', ' ').replace(/^api\b/, 'API')}.`,
    help: consequences[level],
    properties: { kind, direction, area },
  };
}
