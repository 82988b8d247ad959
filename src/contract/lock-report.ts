import { NEXT } from '../text/version-order.js';
import { linesOf } from '../report/group-results.js';
import { type Described, describedHave, describedLack } from '../report/described.js';
import type { Report, RuleDescription } from '../report/report.js';
import { classWords } from '../diff/classify-change.js';
import { noSubject, type Result } from '../report/result.js';
import type { VersionChange } from './compare/compare-contracts.js';
import { findingRecord, resultOfFinding } from '../diff/diff-report.js';
import type { ChangesFile } from '../laws/frozen-results.js';
import { shapesLockName } from '../lens/lock/shapes-lock.js';
import { changesLockName } from '../laws/lock/changes-lock.js';
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
  /** Those of the changes between versions and of the shapes of lenses, where there are any. */
  readonly files: readonly ChangesFile[];
  /** Whether a change is to pass; one of what is not released always does. */
  readonly passes: (change: Pick<VersionChange, 'presence' | 'kind'>) => boolean;
}

/** The report of `svc openapi lock --check`: a result per lock file, and for people the first differences of each. */
export function lockReport({ described, asOf, folder, changes, files: others, passes }: LockOutcome): Report {
  const holds = (file: VersionChange | ChangesFile) => ('version' in file && file.version === NEXT) || passes(file);
  const files = [
    ...changes.map((change) => [change, lockResult(change, folder, described)] as const),
    ...others.map((file) => [file, changesResult(file, folder)] as const),
  ];
  const results = files.flatMap(([file, result]) =>
    result ? [{ ...result, level: holds(file) ? ('info' as const) : result.level }] : [],
  );
  const fileRecord = (wanted: ChangesFile['name']) => {
    const { name, presence, kind } = others.find((one) => one.name === wanted) ?? {};
    return name === undefined ? null : { file: `${folder}/${name}`, presence, kind };
  };
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
        ...others.map((file) => [file.name, describeChanges(file)] as const),
      ],
    },
    parts: [
      {
        id: 'lock',
        results,
        passed: changes
          .filter((change) => change.presence === 'both' && change.kind === 'unchanged')
          .map(({ version }) => lockName(version))
          .concat(
            others.filter(({ presence, kind }) => presence === 'both' && kind === 'unchanged').map(({ name }) => name),
          ),
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
      changes: fileRecord(changesLockName),
      shapes: fileRecord(shapesLockName),
    }),
  };
}

/** What messages say of a file beside the contracts. */
const fileWords = {
  [changesLockName]: {
    missing: 'the changes between versions have no lock file yet',
    gone: 'the service no longer has changes',
    holds: 'changes, and the service no longer has any',
    edited: 'a released change was edited',
    documentation: 'the titles or descriptions of changes differ',
    additive: 'the changes between versions differ',
    breaking: 'a change that it holds was edited',
  },
  [shapesLockName]: {
    missing: 'the shapes of lenses have no lock file yet',
    gone: 'the service no longer has lenses',
    holds: 'shapes of lenses, and the service no longer has any',
    edited: 'a shape of stored values was edited or removed',
    documentation: 'the titles or descriptions of changes differ',
    additive: 'the shapes of lenses differ',
    breaking: 'a shape that it holds was edited or removed, or a change that leads to one',
  },
} as const;

function describeChanges({ name, presence, kind }: ChangesFile): string {
  if (presence === 'new') return `missing: ${fileWords[name].missing}`;
  if (presence === 'gone') return fileWords[name].gone;
  return kind === 'breaking' ? fileWords[name].edited : classWords[kind];
}

/** A file of changes or shapes that is missing, stale or out of date; null for one that holds. */
export function changesResult({ name, presence, kind }: ChangesFile, folder: string): Result | null {
  const file = `${folder}/${name}`;
  if (presence === 'new') return fileResult('lock-missing', folder, null, `${file} is missing.`);
  if (presence === 'gone') return fileResult('lock-stale', folder, file, `${file} holds ${fileWords[name].holds}.`);
  return kind === 'unchanged'
    ? null
    : fileResult('lock-outdated', folder, file, `${file} is out of date: ${fileWords[name][kind]}.`);
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
