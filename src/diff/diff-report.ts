import { bringTogether, sectionsByOperation, titleOf } from '../report/group-results.js';
import { countLevels, type Level, levels, mostSevere } from '../report/level.js';
import type { Facts, Report, RuleDescription } from '../report/report.js';
import { type Detail, nameOperation, type Result, versionsOf } from '../report/result.js';
import { groupBy } from '../text/group-by.js';
import { countOf } from '../text/join-words.js';
import { placeOfFinding } from './causes/group-causes.js';
import { joinVersions } from './causes/join-versions.js';
import { checks, type CheckId } from './checks/checks.js';
import type { Finding, FindingWitness, Reach } from './finding.js';

/** What `svc diff` found, and what it was asked. */
export interface DiffOutcome {
  /** The day that dates were compared with: `2026-11-21`. */
  readonly asOf: string;
  readonly failOn: Level;
  readonly findings: readonly Finding[];
  /** What was compared: `git:main` and `v1`. */
  readonly base: string;
  readonly revision: string;
  /** Adds to the result of a finding, such as whom it concerns. */
  readonly describe?: (result: Result, finding: Finding) => Result;
  /** Remarks that are not results. */
  readonly notes?: readonly string[];
}

/** What sections are about, by the most severe level in them. */
const titles: Readonly<Record<Level, string>> = {
  error: 'What clients must change',
  warning: 'What may break clients',
  info: 'What else is different',
};

/** The report of `svc diff`: what clients must change, then what else is different. */
export function diffReport(outcome: DiffOutcome): Report {
  const { asOf, failOn, findings: found, base, revision, describe = (result) => result, notes = [] } = outcome;
  const findings = joinVersions(found);
  const results = findings.map((finding) => describe(resultOfFinding(finding), finding));
  const chapters = levels.map((level) => ({
    title: titles[level],
    sections: sectionsByOperation(results.filter((result) => result.level === level)),
    rest: null,
    isFolded: level === 'info',
  }));
  return {
    command: 'svc diff',
    heading: `Changes from ${base} to ${revision}`,
    asOf,
    failOn,
    verdict: { text: `${countLevels(results, 'other change') || 'No differences'}.`, level: mostSevere(results) },
    facts: summarize(results),
    ...(notes.length > 0 && { notes }),
    parts: [{ id: 'diff', results, passed: [] }],
    chapters: chapters.filter((chapter) => chapter.sections.length > 0),
    rules: describeChecks(findings.map(({ id }) => id)),
    annotateFrom: 'info',
    levelWords: { error: 'breaks', warning: 'may break', info: 'note' },
    json: () => ({ version: 2, asOf, counts: countsOf(results), results: findings.map(findingRecord) }),
  };
}

/** The most rows of the table; those with the most severe results come first. */
const shownRows = 20;

/** How many results each component and each operation has, by level. */
function summarize(results: readonly Result[]): Facts {
  const rows = [...groupBy(results, titleOf)]
    .map(([name, own]) => ({ name, counts: Object.values(countsOf(own)) }))
    .toSorted((left, right) => compareCounts(right.counts, left.counts));
  const left = rows.slice(shownRows);
  const sum = left.reduce((all, { counts }) => all.map((count, index) => count + counts[index]!), [0, 0, 0]);
  const shown = left.length < 2 ? rows : [...rows.slice(0, shownRows), { name: `${left.length} others`, counts: sum }];
  return {
    heads: ['Where', 'Errors', 'Warnings', 'Other changes'],
    rows: shown.length < 2 ? [] : shown.map(({ name, counts }) => [name, ...counts.map(String)]),
  };
}

const compareCounts = (left: readonly number[], right: readonly number[]) =>
  left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!;

/** The number of results of each level, as every view counts them. */
function countsOf(results: readonly Result[]) {
  const count = (level: Level) => results.filter((result) => result.level === level).length;
  return { errors: count('error'), warnings: count('warning'), others: count('info') };
}

/** The result that a difference between two documents is. */
export function resultOfFinding(finding: Finding): Result {
  const { id, level, fix = null, file, line, method, path, apiVersion, apiVersions, component, pointer } = finding;
  const place = file === null ? null : { file, line };
  const details = [...describeWitness(finding.witness), ...listPlaces(finding)];
  return {
    id,
    level,
    message: `${messageOf(finding)}.`,
    fix,
    place,
    subject: {
      method,
      path,
      apiVersion,
      ...(apiVersions && { apiVersions }),
      ...(component !== undefined && { component }),
      pointer,
      handler: null,
    },
    ...(details.length > 0 && { details }),
    more: spreadRecord(finding),
  };
}

/** What changed, and how far it reaches: `property "price": was removed, in 6 places of 4 operations`. */
export function messageOf({ message, reach, isByTheLetter }: Finding): string {
  const place = reach ? `${message}, in ${countReach(reach)}` : message;
  return isByTheLetter ? `${place}; it breaks by the letter alone` : place;
}

/** `6 places of 4 operations`; an operation that several versions have counts once. */
function countReach({ places, operations }: Reach): string {
  const count = countOf(countOperations(operations), 'operation');
  return places === operations.length ? count : `${countOf(places, 'place')} of ${count}`;
}

const countOperations = (operations: Reach['operations']) => new Set(operations.map(nameOperation)).size;

/** The most operations that people are shown of a change. */
const shownOperations = 5;

/** The parts of the first operations that a change reaches, with their levels where they are others. */
function listPlaces({ level, renamed, places = [], reach }: Finding): readonly Detail[] {
  if (!reach) return [];
  const listed = renamed ? places.filter(({ id }) => checks[id].action === 'remove') : places;
  const operations = bringTogether(listed, ({ method, path }) => [method, path]);
  const shown = operations
    .slice(0, shownOperations)
    .map(
      (same): Detail => [
        `${same[0].method} ${same[0].path}`,
        [
          ...new Set(same.map((one) => `${one.message.split(': ')[0]}${one.level === level ? '' : ` (${one.level})`}`)),
        ].join(', '),
      ],
    );
  const left = countOperations(reach.operations) - shown.length;
  return left > 0 ? [...shown, ['…', `and ${countOf(left, 'more operation', 'more operations')}`]] : shown;
}

/** A witness in words, JSON or as a parameter has it: `"12" was accepted and is refused now: must be number`. */
function describeWitness(witness: FindingWitness | undefined): readonly Detail[] {
  if (!witness) return [];
  const text = witness.sentAs ?? JSON.stringify(witness.value);
  const short = text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
  const effect =
    witness.acceptedBy === 'base' ? 'was accepted and is refused now' : 'may be sent now and was not allowed before';
  return [['witness', `${short} ${effect}: ${witness.why}`]];
}

/** The longest value that people are shown; JSON has it whole. */
const longestValue = 200;

/** A finding as the JSON of `svc diff` has it. */
export function findingRecord(finding: Finding) {
  const { id, level, method, path, apiVersion, pointer, message, renamed, moved, folded, fix, file, line } = finding;
  const { component, apiVersions, witness, byTheLetter, ...spread } = spreadRecord(finding);
  const { concerns } = finding;
  return {
    id,
    level,
    component,
    method,
    path,
    apiVersion,
    apiVersions,
    pointer,
    message,
    ...(renamed && { renamed }),
    ...(moved && { moved }),
    ...(folded && { folded }),
    ...(fix !== undefined && { fix }),
    ...spread,
    file,
    line,
    witness,
    byTheLetter,
    ...(concerns && { consumers: concerns }),
  };
}

/** What a finding is about, how far it reaches and what shows it, as the JSON of every command has it. */
export function spreadRecord(finding: Finding) {
  const { method, component, reach, places } = finding;
  return {
    component: component ?? null,
    apiVersions: versionsOf(finding),
    operations: reach ? countOperations(reach.operations) : method === null ? 0 : 1,
    placeCount: reach?.places ?? places?.length ?? 1,
    places: places ?? [placeOfFinding(finding)],
    witness: finding.witness ?? null,
    byTheLetter: finding.isByTheLetter ?? false,
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
