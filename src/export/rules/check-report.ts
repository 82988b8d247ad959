import { onlyChapter } from '../../report/group-results.js';
import { countLevels, type Level, mostSevere } from '../../report/level.js';
import type { BootProblem } from '../../report/boot-problem.js';
import type { Report, RuleDescription } from '../../report/report.js';
import { placeRecord, resultOfProblem } from '../../report/result.js';
import { countOf, joinWords } from '../../text/join-words.js';
import type { RuleSummary } from './rule.js';
import { checkRules } from './rules.js';

/** What `svc check` found, and its options. */
export interface CheckOutcome {
  /** `2026-11-21` */
  readonly asOf: string;
  readonly failOn: Level;
  readonly problems: readonly BootProblem[];
  readonly routeCount: number;
  readonly lensCount?: number;
  readonly notes?: readonly string[];
}

/** The report of `svc check`: one line per problem. */
export function checkReport({ asOf, failOn, problems, routeCount, lensCount = 0, notes = [] }: CheckOutcome): Report {
  const results = problems.map(resultOfProblem);
  const clean = checkRules.filter(({ id }) => !problems.some((problem) => problem.id === id));
  const counted = [
    ...(routeCount > 0 || lensCount === 0 ? [countOf(routeCount, 'route')] : []),
    ...(lensCount > 0 ? [countOf(lensCount, 'lens', 'lenses')] : []),
  ];
  const where = `in ${joinWords(counted)}, as of ${asOf}.`;
  return {
    command: 'svc check',
    heading: 'Problems in the declarations',
    asOf,
    failOn,
    verdict: { text: `${countLevels(results, 'note') || 'No problems'} ${where}`, level: mostSevere(results) },
    parts: [{ id: 'check', results, passed: clean.map(({ id }) => id) }],
    chapters: onlyChapter(results),
    notes,
    isFlat: true,
    rules: checkRules.map(describeRule),
    annotateFrom: 'warning',
    json: () => ({ version: 1, asOf, problems: problems.map(problemRecord), notes }),
  };
}

/** A rule as code scanning shows it. */
export function describeRule({ id, severity, summary, preventsStart }: RuleSummary): RuleDescription {
  const consequence = preventsStart
    ? 'A service that breaks this rule does not start.'
    : 'A service that breaks this rule can still start.';
  return {
    id,
    level: severity,
    summary,
    help: `${consequence} Each result includes a fix. svc check --list prints every rule.`,
  };
}

function problemRecord({ id, severity, message, fix, source, handler }: BootProblem) {
  return { id, severity, message, fix, ...placeRecord(source), handler };
}
