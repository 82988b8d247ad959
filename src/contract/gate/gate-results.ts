import type { RuleDescription } from '../../report/report.js';
import { noSubject, type Result } from '../../report/result.js';
import { countOf } from '../../text/join-words.js';
import type { LifecycleEntry } from '../lifecycle/lifecycle-entry.js';

const summaries = {
  'lifecycle-overdue': 'Nothing is served after its sunset.',
  'preview-expires': 'A preview is promoted or dropped more than 30 days before it ends.',
  'retired-without-evidence': 'With lifecycle.evidence, a version is removed only with the evidence of svc retire.',
  'exception-malformed': 'Every entry of the exception file is complete and valid.',
  'exception-expired': 'No entry of the exception file is past its last day.',
  'exception-unmatched': 'Every entry of the exception file matches a finding.',
  'exception-not-approved': 'No change adds an exception that it needs itself; see --no-new-exceptions.',
} as const;

/** The rules of the gate itself, beside those of declarations, lock files and contracts. */
export const gateRules: readonly RuleDescription[] = Object.entries(summaries).map(([id, summary]) => ({
  id,
  level: id === 'lifecycle-overdue' ? 'warning' : 'error',
  summary,
  help: 'Each result says what to do. svc gate checks this on every change.',
}));

/** What is served after its sunset; `svc check` reports operations. */
export function lifecycleResult({ name, version, sunset, source }: LifecycleEntry): Result {
  return {
    id: 'lifecycle-overdue',
    level: 'warning',
    message: `${name} had its sunset on ${sunset?.slice(0, 10)} and is still served.`,
    fix: 'Remove it, or move its sunset.',
    place: source,
    subject: { ...noSubject, apiVersion: version },
  };
}

/** A preview that ends soon: what is neither promoted nor dropped by then closes the gate. */
export function previewResult({ name, sunset, daysLeft, source }: LifecycleEntry): Result {
  return {
    id: 'preview-expires',
    level: 'warning',
    message: `The ${name} ends on ${sunset!.slice(0, 10)}, in ${countOf(daysLeft!, 'day')}, and the gate closes then.`,
    fix: 'Promote it, drop it, or postpone its end.',
    place: source,
    subject: noSubject,
  };
}

/** The removal of a version whose evidence in `file` has a fault. */
export function evidenceResult(version: string, file: string, fault: string): Result {
  return {
    id: 'retired-without-evidence',
    level: 'error',
    message: `Version ${version} is removed, but ${file} ${fault}.`,
    fix: `Before you remove it, run svc retire ${version} --quiet-days 30, and commit the file that it writes.`,
    place: { file, line: 1 },
    subject: { ...noSubject, apiVersion: version },
  };
}
