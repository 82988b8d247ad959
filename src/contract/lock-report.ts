import { NEXT } from '../text/version-order.js';
import { linesOf } from '../report/group-results.js';
import { type Described, describedHave, describedLack } from '../report/described.js';
import type { Report, RuleDescription } from '../report/report.js';
import { classWords } from '../diff/classify-change.js';
import { noSubject, type Result } from '../report/result.js';
import type { VersionChange } from './compare/compare-contracts.js';
import { findingRecord, resultOfFinding } from '../diff/diff-report.js';
import type { ChangesFile } from '../laws/frozen-results.js';
import { lockName, versionWords } from './lock/contract-lock.js';

const shown = 5;
const summaries = {
  'lock-missing': 'Every version has a lock file.',
  'lock-stale': 'Every lock file belongs to a version of the service.',
  'lock-outdated': 'Every lock file is up to date.',
} as const;

/** What can be wrong with a lock file. */
export const lockRules: readonly RuleDescription[] = Object.entries(summaries).map(([id, summary]) => ({
  id,
  level: 'error',
  summary,
  help: 'Run svc openapi lock, review what changes in the lock files, and commit them with the change that caused it.',
}));

/** What `svc openapi lock --check` found. */
export interface LockOutcome {
  readonly described: Described;
  /** `2026-11-21` */
  readonly asOf: string;
  /** The folder of the lock files. */
  readonly folder: string;
  readonly changes: readonly VersionChange[];
  /** null for a service without changes and without their file. */
  readonly changesFile: ChangesFile | null;
  /** Whether a change is to pass; one of what is not released always does. */
  readonly passes: (change: Pick<VersionChange, 'presence' | 'kind'>) => boolean;
}

/** The report of `svc openapi lock --check`: a result per lock file, and for people the first differences of each. */
export function lockReport({ described, asOf, folder, changes, changesFile, passes }: LockOutcome): Report {
  const holds = (file: VersionChange | ChangesFile) => ('version' in file && file.version === NEXT) || passes(file);
  const files = [
    ...changes.map((change) => [change, lockResult(change, folder, described)] as const),
    ...(changesFile ? [[changesFile, changesResult(changesFile, folder)] as const] : []),
  ];
  const results = files.flatMap(([file, result]) =>
    result ? [{ ...result, level: holds(file) ? ('info' as const) : result.level }] : [],
  );
  const isFailed = !files.every(([file]) => holds(file));
  return {
    command: 'svc openapi lock',
    heading: `The ${described} compared with ${folder}/`,
    asOf,
    failOn: 'error',
    verdict: isFailed
      ? {
          text: `The lock files are not up to date. ${changes.some((change) => change.presence === 'both' && mayBeDrafted(change, described)) ? `Run svc change for what breaks a version; otherwise ${relock(folder)}` : `R${relock(folder).slice(1)}`}`,
          level: 'error',
        }
      : { text: 'The lock files are up to date.', level: null },
    facts: {
      heads: ['Lock file', 'Contract'],
      rows: [
        ...changes.map((change) => [lockName(change.version), describe(change, described)] as const),
        ...(changesFile ? [[changesFile.name, describeChanges(changesFile)] as const] : []),
      ],
    },
    parts: [
      {
        id: 'lock',
        results,
        passed: changes
          .filter((change) => change.presence === 'both' && change.kind === 'unchanged')
          .map(({ version }) => lockName(version))
          .concat(changesFile?.presence === 'both' && changesFile.kind === 'unchanged' ? [changesFile.name] : []),
      },
    ],
    chapters: changes
      .filter(({ findings }) => findings.length > 0)
      .map(({ version, findings }) => ({
        title: lockName(version),
        sections: [{ titles: [], lines: linesOf(findings.slice(0, shown).map(resultOfFinding)) }],
        rest: findings.length > shown ? `… and ${findings.length - shown} more; --format json has them all.` : null,
      })),
    rules: lockRules.filter(({ id }) => results.some((result) => result.id === id)),
    annotateFrom: 'warning',
    json: () => ({
      version: 1,
      asOf,
      passed: !isFailed,
      versions: changes.map(({ version, presence, kind, findings }) => ({
        version,
        file: `${folder}/${lockName(version)}`,
        presence,
        kind,
        findings: findings.map(findingRecord),
      })),
      changes: changesFile && {
        file: `${folder}/${changesFile.name}`,
        presence: changesFile.presence,
        kind: changesFile.kind,
      },
    }),
  };
}

function describeChanges({ presence, kind }: ChangesFile): string {
  if (presence === 'new') return 'missing: the changes between versions have no lock file yet';
  if (presence === 'gone') return 'the service no longer has changes';
  return kind === 'breaking' ? 'a released change was edited' : classWords[kind];
}

/** The file of the changes that is missing, stale or out of date; null for one that holds. */
export function changesResult({ name, presence, kind }: ChangesFile, folder: string): Result | null {
  const file = `${folder}/${name}`;
  const words = {
    documentation: 'the titles or descriptions of changes differ',
    additive: 'the changes between versions differ',
    breaking: 'a change that it holds was edited',
  } as const;
  if (presence === 'new') return fileResult('lock-missing', folder, null, `${file} is missing.`);
  if (presence === 'gone')
    return fileResult('lock-stale', folder, file, `${file} holds changes, and the service no longer has any.`);
  return kind === 'unchanged'
    ? null
    : fileResult('lock-outdated', folder, file, `${file} is out of date: ${words[kind]}.`);
}

const relock = (folder: string) => `run svc openapi lock, review what changes, and commit ${folder}/.`;

/** Whether svc change drafts what would keep a released version. */
const mayBeDrafted = ({ kind, version }: Pick<VersionChange, 'kind' | 'version'>, described: Described) =>
  kind === 'breaking' && version !== null && version !== NEXT && described === 'service';

function fileResult(id: keyof typeof summaries, folder: string, file: string | null, message: string): Result {
  const fix = `R${relock(folder).slice(1)}`;
  return { id, level: 'error', message, fix, place: file === null ? null : { file, line: 1 }, subject: noSubject };
}

function describe({ presence, kind }: VersionChange, described: Described): string {
  if (presence === 'new') return 'additive: this version has no lock file yet';
  const words = classWords[kind];
  return presence === 'gone' ? `${words}: ${describedLack(described)} this version` : words;
}

/** A lock file that is missing, stale or out of date; null for one that holds. `folder` holds the lock files. */
export function lockResult(
  { version, presence, kind }: VersionChange,
  folder: string,
  described: Described,
): Result | null {
  const file = `${folder}/${lockName(version)}`;
  if (presence === 'new') return fileResult('lock-missing', folder, null, `${file} is missing.`);
  if (presence === 'gone')
    return fileResult(
      'lock-stale',
      folder,
      file,
      `${file} is the lock file of ${versionWords(version)}, which ${describedLack(described)}.`,
    );
  if (kind === 'unchanged') return null;
  const words = {
    documentation: 'changed descriptions',
    additive: 'additions',
    'may-break': 'a change that may break clients',
    breaking: 'a breaking change',
  } as const;
  const result = fileResult(
    'lock-outdated',
    folder,
    file,
    `${file} is out of date: ${describedHave(described)} ${words[kind]}.`,
  );
  if (!mayBeDrafted({ kind, version }, described)) return result;
  return {
    ...result,
    fix: `Run svc change, which drafts the change that keeps ${versionWords(version)}. To break it, ${relock(folder)}`,
  };
}
