import { joinVersions } from '../../diff/causes/join-versions.js';
import { describeChecks, resultOfFinding, spreadRecord } from '../../diff/diff-report.js';
import type { Finding, FindingPlace } from '../../diff/finding.js';
import { alteredResult } from '../../laws/frozen-results.js';
import { linesOf } from '../../report/group-results.js';
import { countLevels, mostSevere } from '../../report/level.js';
import type { Report, Suppressed } from '../../report/report.js';
import { noSubject, placeRecord, type Result, versionsOf } from '../../report/result.js';
import { groupBy } from '../../text/group-by.js';
import { gateRules } from '../gate/gate-results.js';
import { applyExceptions, type Suppression } from './apply-exceptions.js';
import type { ContractException, ExceptionProblem } from './parse-exceptions.js';

/** A result that an exception accepts, for people. */
export function acceptedResult({ finding, approvesItself, exception }: Suppression): Suppressed {
  const { owner, reason, expires } = exception;
  return {
    result: 'family' in finding ? resultOfFinding(finding) : alteredResult(finding),
    owner,
    reason,
    expires,
    remark: approvesItself ? 'approves itself: this change adds the exception' : null,
  };
}

/** A result that an exception accepts, for programs. */
export function acceptedRecord({ finding, exception: { reason, owner, expires } }: Suppression) {
  const { id, level, apiVersion, method, path, pointer, message } = finding;
  const { component, apiVersions, operations, placeCount } =
    'family' in finding
      ? spreadRecord(finding)
      : { component: null, apiVersions: versionsOf(finding), operations: 0, placeCount: 1 };
  return {
    id,
    level,
    apiVersion,
    apiVersions,
    component,
    method,
    path,
    pointer,
    message,
    operations,
    placeCount,
    reason,
    owner,
    expires,
  };
}

/** What one exception accepts in several versions as one. */
export function joinSuppressed(suppressed: readonly Suppression[]): readonly Suppression[] {
  return [...groupBy(suppressed, ({ exception }) => exception).values()].flatMap((own) => {
    const [{ exception, approvesItself }] = own;
    const found = own.flatMap(({ finding }) => ('family' in finding ? finding : []));
    return [
      ...joinVersions(found).map((finding) => ({ finding, exception, approvesItself })),
      ...own.filter(({ finding }) => !('family' in finding)),
    ];
  });
}

/** An exception that does not hold. */
export function exceptionResult({ id, level, message, fix, line }: ExceptionProblem, file: string): Result {
  return { id, level: level ?? 'error', message, fix, place: { file, line }, subject: noSubject };
}

/** A comparison without the findings that exceptions in a file accept, and how its report says so. */
export interface ExceptedFindings {
  readonly remaining: readonly Finding[];
  readonly accepted: readonly Finding[];
  readonly describe: (report: Report) => Report;
}

/** Applies the exceptions of a file to a comparison; their approval does not count. */
export function exceptFindings(
  findings: readonly Finding[],
  { exceptions, file }: { readonly exceptions: readonly ContractException[]; readonly file: string },
  asOf: string,
): ExceptedFindings {
  const approval = { approved: exceptions, acceptsNew: true };
  const { suppressed, problems } = applyExceptions(findings, exceptions, asOf, approval);
  const accepted = new Set<unknown>(suppressed.map(({ finding }) => finding));
  const results = problems.map((problem) => exceptionResult(problem, file));
  const joined = joinSuppressed(suppressed);
  return {
    remaining: findings.filter((finding) => !accepted.has(finding)),
    accepted: findings.filter((finding) => accepted.has(finding)),
    describe: (report) => ({
      ...report,
      ...(results.length > 0 && {
        verdict: {
          text: `${report.verdict.text} In ${file}: ${countLevels(results, 'remark')}.`,
          level: mostSevere([...results, ...report.parts.flatMap((part) => part.results)]),
        },
        parts: [...report.parts, { id: 'exceptions', results, passed: [] }],
        chapters: [
          ...report.chapters,
          { title: 'Exceptions', sections: [{ titles: [], lines: linesOf(results) }], rest: null },
        ],
      }),
      rules: [
        ...describeChecks(findings.map(({ id }) => id)),
        ...gateRules.filter(({ id }) => problems.some((problem) => problem.id === id)),
      ],
      suppressed: joined.map(acceptedResult),
      json: () => ({
        ...report.json(),
        suppressed: joined.map(acceptedRecord),
        exceptions: results.map(({ id, level, message, fix, place }) => ({
          id,
          level,
          message,
          fix,
          ...placeRecord(place),
        })),
      }),
    }),
  };
}

/** The findings of places without those of accepted changes, which list all of their places. */
export function withoutAccepted(places: readonly Finding[], accepted: readonly Finding[]): readonly Finding[] {
  const keyOf = ({ id, method, path, pointer }: FindingPlace) => JSON.stringify([id, method, path, pointer]);
  const keys = new Set(accepted.flatMap((one) => (one.places ?? [one]).map(keyOf)));
  return places.filter((place) => !(place.places ?? [place]).every((one) => keys.has(keyOf(one))));
}
