import { countOf, joinWords } from '../text/join-words.js';
import { onlyChapter } from '../report/group-results.js';
import { countLevels, type Level, mostSevere } from '../report/level.js';
import type { Report } from '../report/report.js';
import { detailRecords, formatPlace, placeRecord, type Result } from '../report/result.js';
import { type LawFinding, levelOf } from './law-finding.js';
import { lawResult, lawRules, repeatCommand } from './law-results.js';
import { isLensLaw } from './lenses/judge-lens.js';
import type { TestedLens } from './lenses/test-lenses.js';
import type { LawsOutcome, TestedChange } from './run-laws.js';
import { uncoveredWords } from './uncovered.js';
import type { Trial } from './law.js';

/** What `svc laws` found, and how it was called. */
export interface LawsReportInput extends LawsOutcome {
  readonly trial: Trial;
  /** `2026-11-21` */
  readonly asOf: string;
  readonly failOn: Level;
  /** The export file as it was named; empty for the one that was found. */
  readonly entry: string;
}

/** The report of `svc laws`: each broken law with its counterexample. */
export function lawsReport(input: LawsReportInput): Report {
  const { tested, lenses, findings, trial, asOf, failOn } = input;
  const results = findings.map((finding) => lawResult(finding, trial, input.entry));
  const held = tested.filter(({ change }) => !findings.some((finding) => finding.change?.id === change.id));
  const holds = ({ name }: TestedLens) => !findings.some(({ law, subject }) => subject === name && isLensLaw(law));
  return {
    command: 'svc laws',
    heading: 'The laws of changes',
    asOf,
    failOn,
    verdict: { text: verdictOf(input, results), level: mostSevere(results) },
    parts: [
      {
        id: 'laws',
        results,
        passed: [...held.map(({ change }) => change.id), ...lenses.filter(holds).map(({ name }) => name)],
      },
    ],
    notes: tested.flatMap((one) => noteOf(one) ?? []),
    chapters: onlyChapter(results),
    isFlat: true,
    rules: lawRules,
    annotateFrom: 'warning',
    json: () => ({
      version: 1,
      asOf,
      seed: trial.seed,
      runs: trial.runs,
      changes: tested.map(({ change, version, uncovered }) => ({
        id: change.id,
        title: change.title,
        version,
        ...placeRecord(change.source),
        holds: held.some((one) => one.change.id === change.id),
        uncovered,
      })),
      lenses: lenses.map((lens) => ({
        name: lens.name,
        shapes: lens.shapes,
        ...placeRecord(lens.source),
        holds: holds(lens),
      })),
      findings: findings.map((finding) => findingRecord(finding, trial, input.entry)),
    }),
  };
}

const mostPlaces = 3;

/** `Not covered by generated values in "Users have an IBAN" (versions/2.ts:5): User.iban has a custom type, …` */
function noteOf({ change: { title, source }, uncovered }: TestedChange): string | null {
  if (uncovered.length === 0) return null;
  const rest = uncovered.length - mostPlaces;
  const places = [
    ...uncovered.slice(0, mostPlaces).map(uncoveredWords),
    ...(rest > 0 ? [`${countOf(rest, 'place')} more (--format json lists them)`] : []),
  ];
  return `Not fully covered by generated values: "${title}"${source ? ` (${formatPlace(source)})` : ''}. ${places.join('; ')}.`;
}

function verdictOf({ tested, lenses, trial }: LawsReportInput, results: readonly Result[]): string {
  const how = `${countOf(trial.runs, 'value')} each, seed ${trial.seed}.`;
  const counts = [tested.length, lenses.length].filter((count) => count > 0);
  const [changes, stored] = [countOf(tested.length, 'change'), countOf(lenses.length, 'lens', 'lenses')];
  const what = joinWords([...(tested.length > 0 ? [changes] : []), ...(lenses.length > 0 ? [stored] : [])]);
  if (counts.length === 0) return 'The service declares no changes.';
  if (results.length > 0) return `${countLevels(results, 'note')} in ${what}: ${how}`;
  return `${what} ${counts.length === 1 && counts[0] === 1 ? 'keeps' : 'keep'} every law: ${how}`;
}

function findingRecord(finding: LawFinding, trial: Trial, entry: string) {
  const { law, change, version, subject, direction, message, fix, source, details } = finding;
  return {
    law,
    level: levelOf(finding),
    change: change?.id ?? null,
    version,
    subject,
    direction,
    message,
    fix,
    details: detailRecords(details),
    repeat: repeatCommand(finding, trial, entry),
    ...placeRecord(source),
  };
}
