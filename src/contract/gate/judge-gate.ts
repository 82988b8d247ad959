import type { Level } from '../../report/level.js';
import type { Source } from '../../report/problem.js';
import type { CheckId } from '../diff/checks.js';
import { sameJson } from '../../json/json.js';
import type { OperationIdentity } from '../diff/finding.js';
import { applyExceptions } from '../exceptions/apply-exceptions.js';
import type { ExceptionReading } from '../exceptions/parse-exceptions.js';
import type { LifecycleEntry } from '../lifecycle/lifecycle-entry.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { compareContracts } from '../compare/compare-contracts.js';
import {
  checkIssue,
  contractIssue,
  type DeclarationProblem,
  exceptionIssue,
  lifecycleIssue,
  lockIssue,
} from './gate-issues.js';
import type { GateIssue, GateReport } from './gate-report.js';

/** Everything that the gate looks at. */
export interface GateInput {
  /** YYYY-MM-DD. */
  readonly asOf: string;
  readonly base: string;
  readonly failOn: Level;
  /** What `svc check` found. */
  readonly problems: readonly DeclarationProblem[];
  /** What the base promised; empty before the first lock. */
  readonly baseLocks: readonly ContractLock[];
  /** Where the base has its lock files. */
  readonly baseFolder: string;
  /** The lock files as they are now, and their folder. */
  readonly lockFiles: readonly ContractLock[];
  readonly folder: string;
  /** What the service declares; null when it cannot be described. */
  readonly current: readonly ContractLock[] | null;
  readonly lifecycle: readonly LifecycleEntry[];
  readonly exceptions: ExceptionReading & { readonly file: string };
  readonly severity?: ReadonlyMap<CheckId, Level>;
  readonly locate?: (operation: OperationIdentity) => Source | null;
}

/** A promise of one's own is graver than documents of anybody: no parameter goes without having been deprecated, no door closes. */
const lawLevels: ReadonlyMap<CheckId, Level> = new Map([
  ['request-parameter-removed', 'error'],
  ['api-became-protected', 'error'],
]);

/** Judges a change: declarations, lock files, contracts and the law of their lifecycle, exceptions. */
export function judgeGate(input: GateInput): GateReport {
  const { asOf, base, failOn, problems, baseLocks, baseFolder, lockFiles, folder, current, lifecycle, exceptions } =
    input;
  const report = { asOf, base, failOn };
  const checks = problems.map(checkIssue);
  if (current === null) {
    return {
      ...report,
      issues: checks,
      suppressed: [],
      changes: [],
      notes: ['The contracts were not compared: the service cannot be described before these problems are mended.'],
    };
  }
  const { severity, locate } = input;
  const options = { asOf, severity: new Map([...lawLevels, ...(severity ?? [])]), ...(locate && { locate }) };
  const changes = baseLocks.length === 0 ? [] : compareContracts(baseLocks, current, options);
  const lockChanges = areSame(baseLocks, lockFiles) ? changes : compareContracts(lockFiles, current, options);
  const locks = lockChanges
    .map((change) => lockIssue(change, folder))
    .filter((issue): issue is GateIssue => issue !== null);
  const applied = applyExceptions(
    changes.flatMap(({ findings }) => findings),
    exceptions.exceptions,
    asOf,
  );
  const overdue = lifecycle.filter(
    ({ state, kind }) => state === 'overdue' && (kind === 'parameter' || kind === 'property'),
  );
  return {
    ...report,
    issues: [
      ...checks,
      ...locks,
      ...applied.remaining.map(contractIssue),
      ...overdue.map(lifecycleIssue),
      ...[...exceptions.problems, ...applied.problems].map((problem) => exceptionIssue(problem, exceptions.file)),
    ],
    suppressed: applied.suppressed,
    changes,
    notes: [
      ...(baseLocks.length === 0
        ? [`${base} has no lock files in ${folder}/, so there is no promise yet to keep.`]
        : []),
      ...(baseFolder === folder
        ? []
        : [`${base} has its lock files in ${baseFolder}/, which was moved to ${folder}/.`]),
    ],
  };
}

/** The lock files of a change are often still those of its base, and need no second comparison. */
function areSame(left: readonly ContractLock[], right: readonly ContractLock[]): boolean {
  return (
    left.length > 0 &&
    left.length === right.length &&
    left.every(({ version, document }) =>
      right.some((lock) => lock.version === version && sameJson(lock.document, document)),
    )
  );
}
