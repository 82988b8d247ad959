import { countOf } from '../text/join-words.js';
import { onlyChapter } from '../report/group-results.js';
import { countLevels, type Level, mostSevere } from '../report/level.js';
import type { Report } from '../report/report.js';
import { detailRecords, placeRecord, type Result } from '../report/result.js';
import { type LawFinding, levelOf } from './law-finding.js';
import { lawResult, lawRules, repeatCommand } from './law-results.js';
import type { LawsOutcome } from './run-laws.js';
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
  const { tested, findings, trial, asOf, failOn } = input;
  const results = findings.map((finding) => lawResult(finding, trial, input.entry));
  const held = tested.filter(({ change }) => !findings.some((finding) => finding.change?.id === change.id));
  return {
    command: 'svc laws',
    heading: 'The laws of changes',
    asOf,
    failOn,
    verdict: { text: verdictOf(input, results, held.length), level: mostSevere(results) },
    parts: [{ id: 'laws', results, passed: held.map(({ change }) => change.id) }],
    chapters: onlyChapter(results),
    isFlat: true,
    rules: lawRules,
    annotateFrom: 'warning',
    json: () => ({
      version: 1,
      asOf,
      seed: trial.seed,
      runs: trial.runs,
      changes: tested.map(({ change, version }) => ({
        id: change.id,
        title: change.title,
        version,
        ...placeRecord(change.source),
        holds: held.some((one) => one.change.id === change.id),
      })),
      findings: findings.map((finding) => findingRecord(finding, trial, input.entry)),
    }),
  };
}

function verdictOf({ tested, trial }: LawsReportInput, results: readonly Result[], held: number): string {
  const how = `${countOf(trial.runs, 'value')} each, seed ${trial.seed}.`;
  if (tested.length === 0) return 'The service declares no changes.';
  if (results.length === 0) return `${countOf(held, 'change')} ${held === 1 ? 'keeps' : 'keep'} every law: ${how}`;
  return `${countLevels(results, 'note')} in ${countOf(tested.length, 'change')}: ${how}`;
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
    repeat: change ? repeatCommand(change.id, trial, entry) : null,
    ...placeRecord(source),
  };
}
