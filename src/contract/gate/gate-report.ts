import { describeRule } from '../../export/rules/check-report.js';
import { checkRules } from '../../export/rules/rules.js';
import { linesOf, shorten } from '../../report/group-results.js';
import { countLevels, fails, type Level } from '../../report/level.js';
import type { Chapter, Report, RuleDescription } from '../../report/report.js';
import { detailRecords, placeRecord, type Result, versionsOf } from '../../report/result.js';
import { documentRules } from '../documents/check-documents.js';
import type { VersionChange } from '../compare/compare-contracts.js';
import { classOf, classWords } from '../../diff/classify-change.js';
import { isCheckId } from '../../diff/checks/checks.js';
import { describeChecks } from '../../diff/diff-report.js';
import { acceptedRecord, acceptedResult, joinSuppressed } from '../exceptions/except-results.js';
import { frozenRules } from '../../laws/frozen-results.js';
import { lawRules } from '../../laws/law-results.js';
import { versionWords } from '../lock/contract-lock.js';
import { lockRules } from '../lock-report.js';
import { countOf } from '../../text/join-words.js';
import { leadOf } from './gate-lead.js';
import { gateRules } from './gate-results.js';
import { type GateStep, gateSteps, type Judgement, waitsForContract } from './judgement.js';

const shown = 10;
const titles: Readonly<Record<GateStep, string>> = {
  check: 'Declarations',
  lock: 'Lock files',
  contract: 'Contracts',
  changes: 'Changes',
  lifecycle: 'Lifecycle',
  exceptions: 'Exceptions',
};

/** The report of `svc gate`: one part per step, and whether the gate is open. */
export function gateReport(judgement: Judgement): Report {
  const { asOf, heading, failOn, changes, notes, results } = judgement;
  const excepted = new Set<unknown>(judgement.suppressed.map(({ finding }) => finding));
  const suppressed = joinSuppressed(judgement.suppressed);
  const lead = leadOf(judgement);
  const failing = gateSteps.flatMap((step) => results[step]).filter(({ level }) => fails(level, failOn));
  return {
    command: 'svc gate',
    heading,
    asOf,
    failOn,
    verdict:
      failing.length === 0
        ? { text: 'The gate is open.', level: null }
        : { text: `The gate is closed: ${countLevels(failing, 'other change')}.`, level: 'error' },
    ...(lead && { lead }),
    facts: {
      heads: ['Version', 'Contract'],
      rows: changes.map((change) => [versionWords(change.version), changeWords(change, excepted)]),
    },
    notes,
    parts: gateSteps.map((step) => ({
      id: step,
      results: results[step],
      passed: [],
      ...(step === 'check' && { annotateFrom: failOn }),
    })),
    chapters: gateSteps.filter((step) => results[step].length > 0).map((step) => chapterOf(step, judgement)),
    suppressed: suppressed.map(acceptedResult),
    rules: describeIds([
      ...gateSteps.flatMap((step) => results[step].map(({ id }) => id)),
      ...suppressed.map(({ finding }) => finding.id),
    ]),
    annotateFrom: 'warning',
    json: () => toJson(judgement, failing.length === 0),
  };
}

function chapterOf(step: GateStep, { results, failOn }: Judgement): Chapter {
  const title = titles[step];
  const all = results[step];
  if (step === 'lock' && waitsForContract(results, failOn)) {
    const rest = `${countOf(all.length, 'file')} will need updating once the above is resolved.`;
    return { title, sections: [], rest, isFolded: true };
  }
  const { results: own, rest } = step === 'check' ? hideRemarks(all, failOn) : shorten(all, failOn, shown);
  return { title, sections: own.length === 0 ? [] : [{ titles: [], lines: linesOf(own) }], rest };
}

/** Counts the warnings about declarations, which `svc check` shows. */
function hideRemarks(results: readonly Result[], failOn: Level) {
  const failing = results.filter(({ level }) => fails(level, failOn));
  const remarks = results.filter((result) => !failing.includes(result));
  return {
    results: failing,
    rest: remarks.length === 0 ? null : `${countLevels(remarks, 'remark')} that svc check shows.`,
  };
}

/** What became of a version's contract: `breaking`, `may break clients`, `breaking, excepted`. */
function changeWords({ presence, kind, findings }: VersionChange, excepted: ReadonlySet<unknown>): string {
  if (presence === 'new') return 'new';
  if (kind !== 'breaking' && kind !== 'may-break') return presence === 'gone' ? 'removed' : classWords[kind];
  const left = findings.filter((finding) => finding.level !== 'info' && !excepted.has(finding));
  const words = presence === 'gone' ? 'removed too early' : classWords[classOf(left.length > 0 ? left : findings)];
  return left.length > 0 ? words : `${words}, excepted`;
}

function describeIds(ids: readonly string[]): readonly RuleDescription[] {
  const own = [
    ...[...checkRules, ...documentRules].map(describeRule),
    ...lockRules,
    ...frozenRules,
    ...lawRules,
    ...gateRules,
  ].filter(({ id }) => ids.includes(id));
  return [...own, ...describeChecks(ids.filter(isCheckId))];
}

/** `{ version: 1, asOf, base, passed, versions, issues, suppressed, notes }`, a shape that only grows. */
function toJson({ asOf, base, changes, results, notes, ...judgement }: Judgement, passed: boolean): object {
  return {
    version: 1,
    asOf,
    base,
    passed,
    versions: changes.map(({ version, presence, kind }) => ({ version, presence, kind })),
    lead: leadOf({ asOf, base, changes, results, notes, ...judgement })?.text ?? null,
    issues: gateSteps.flatMap((step) => results[step].map((result) => issueRecord(step, result))),
    suppressed: joinSuppressed(judgement.suppressed).map((one) => ({
      ...acceptedRecord(one),
      approvesItself: one.approvesItself,
    })),
    notes,
  };
}

function issueRecord(step: GateStep, { id, level, message, fix, place, subject, details, more }: Result) {
  const { apiVersion, component = null, method, path, pointer } = subject;
  return {
    step,
    id,
    level,
    message,
    fix,
    apiVersion,
    apiVersions: versionsOf(subject),
    component,
    method,
    path,
    pointer,
    ...placeRecord(place),
    ...more,
    ...(details && { details: detailRecords(details) }),
  };
}
