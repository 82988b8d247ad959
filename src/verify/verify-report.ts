import { onlyChapter } from '../report/group-results.js';
import { countLevels, type Level, mostSevere } from '../report/level.js';
import type { Report } from '../report/report.js';
import { noSubject, type Result } from '../report/result.js';
import { countOf } from '../text/join-words.js';
import type { Covered } from './coverage.js';
import { verifyRuleList } from './rules/rules.js';

/** Something that a run found, with one request that shows it. */
export interface VerifyFinding {
  readonly rule: string;
  readonly level: Level;
  readonly message: string;
  readonly method: string;
  readonly path: string;
  readonly version: string | null;
  /** The declared changes that touch what differs: `2: A book has several authors`. */
  readonly changes?: readonly string[];
  /** How many requests showed it. */
  readonly times: number;
  /** A line for sh that sends the request again; secrets are variables. */
  readonly curl: string;
  /** The command that tries the operation again with the same values. */
  readonly repeat: string;
}

/** What `svc verify` did and found. */
export interface VerifyReportInput {
  readonly url: string;
  /** The address of the build that it is compared with; null where that is the promise. */
  readonly against: string | null;
  /** `2026-11-21` */
  readonly asOf: string;
  readonly failOn: Level;
  readonly seed: number;
  readonly requests: number;
  readonly findings: readonly VerifyFinding[];
  readonly coverage: readonly Covered[];
  /** Whether the whole coverage is shown. */
  readonly showsCoverage: boolean;
  readonly notes: readonly string[];
}

/** The report of `svc verify`. */
export function verifyReport(input: VerifyReportInput): Report {
  const { url, against, asOf, failOn, seed, requests, findings, coverage } = input;
  const results = findings.map(resultOf);
  const notes = [...input.notes, ...untriedNotes(input)];
  const failed = new Set(findings.map(({ method, path, version }) => nameInVersion(`${method} ${path}`, version)));
  const names = coverage.map(({ operation, version }) => nameInVersion(operation, version));
  return {
    command: 'svc verify',
    heading: `${url} compared with ${against ?? 'what was promised'}`,
    asOf,
    failOn,
    verdict: { text: verdictOf(input, results), level: mostSevere(results) },
    parts: [{ id: 'verify', results, passed: names.filter((name) => !failed.has(name)) }],
    chapters: onlyChapter(results),
    facts: { heads: ['Operation', 'Answers'], rows: factsOf(input) },
    notes,
    rules: verifyRuleList,
    annotateFrom: 'warning',
    json: () => ({
      version: 1,
      url,
      ...(against !== null && { against }),
      asOf,
      seed,
      requests,
      findings,
      coverage,
      notes,
    }),
  };
}

/** `GET /users (version 2)` */
export const nameInVersion = (operation: string, version: string | null): string =>
  `${operation}${version === null ? '' : ` (version ${version})`}`;

function resultOf({
  rule,
  level,
  message,
  method,
  path,
  version,
  changes = [],
  times,
  curl,
  repeat,
}: VerifyFinding): Result {
  return {
    id: rule,
    level,
    message,
    fix: null,
    place: null,
    subject: { ...noSubject, method, path, apiVersion: version },
    details: [
      ...changes.map((one) => ['change', one] as const),
      ['request', curl],
      ['repeat', repeat],
      ...(times > 1 ? [['times', String(times)] as const] : []),
    ],
  };
}

/** Every operation, or those that no request reached. */
function factsOf({ coverage, showsCoverage }: VerifyReportInput) {
  return coverage
    .filter(({ why }) => showsCoverage || why !== null)
    .map((one) => [nameInVersion(one.operation, one.version), wordsOf(one, showsCoverage)] as const);
}

function wordsOf({ statuses, unreached, why, untried }: Covered, isWhole: boolean): string {
  const answers = Object.entries(statuses)
    .map(([status, count]) => `${status} ×${count}`)
    .join(', ');
  if (!isWhole) return `not reached: ${why}${answers === '' ? '' : ` (${answers})`}`;
  return [
    answers || 'none',
    ...(unreached.length === 0 ? [] : [`not reached: ${unreached.join(', ')}`]),
    ...(why === null ? [] : [why]),
    ...untried.map((one) => `never tried: ${one.rule} (${one.why})`),
  ].join('; ');
}

/** Rules that no request broke are named, so that nobody takes them for tried. */
function untriedNotes({ coverage, showsCoverage }: VerifyReportInput): readonly string[] {
  const all = coverage.flatMap(({ operation, version, untried }) =>
    untried.map(({ rule, why }) => `${nameInVersion(operation, version)}, ${rule}: ${why}`),
  );
  if (all.length === 0) return [];
  const left = all.length - shownUntried;
  const rest = left <= 0 || showsCoverage ? '.' : `; and ${left} more: --coverage lists them.`;
  return [
    `${countOf(all.length, 'declared rule was', 'declared rules were')} never tried: ${all.slice(0, shownUntried).join('; ')}${rest}`,
  ];
}

const shownUntried = 3;

function verdictOf({ requests, seed, coverage, against }: VerifyReportInput, results: readonly Result[]): string {
  const compared = `${countOf(requests, 'exchange')} of ${countOf(coverage.length, 'operation')} compared.`;
  if (against !== null)
    return results.length === 0 ? `Both answer alike: ${compared}` : `${countLevels(results, 'note')}: ${compared}`;
  const reached = coverage.filter(({ why }) => why === null).length;
  const how = `${countOf(requests, 'request')}, seed ${seed}; ${reached} of ${countOf(coverage.length, 'operation')} reached.`;
  return results.length === 0 ? `The service keeps its promises: ${how}` : `${countLevels(results, 'note')}: ${how}`;
}
