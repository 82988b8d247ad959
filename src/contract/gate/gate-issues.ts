import type { Finding } from '../diff/finding.js';
import type { ExceptionProblem } from '../exceptions/parse-exceptions.js';
import type { LifecycleEntry } from '../lifecycle/lifecycle-entry.js';
import { lockName, versionWords } from '../lock/contract-lock.js';
import type { VersionChange } from '../compare/compare-contracts.js';
import type { GateIssue } from './gate-report.js';

const nowhere = {
  fix: null,
  apiVersion: null,
  method: null,
  path: null,
  pointer: null,
  file: null,
  line: null,
} as const;

/** What `svc check` says of a declaration. */
export interface DeclarationProblem {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly fix: string;
  readonly source: { readonly file: string; readonly line: number } | null;
}

export function checkIssue({ id, severity, message, fix, source }: DeclarationProblem): GateIssue {
  return {
    ...nowhere,
    step: 'check',
    id,
    level: severity,
    message,
    fix,
    file: source?.file ?? null,
    line: source?.line ?? null,
  };
}

/** A lock file that does not say what the service does; null where it does. `folder` holds the lock files. */
export function lockIssue({ version, presence, kind }: VersionChange, folder: string): GateIssue | null {
  const file = `${folder}/${lockName(version)}`;
  const issue = {
    ...nowhere,
    step: 'lock',
    level: 'error',
    apiVersion: null,
    fix: `Run svc openapi lock, look at what changes, and commit ${folder}/.`,
    file,
    line: 1,
  } as const;
  if (presence === 'new')
    return { ...issue, id: 'lock-missing', file: null, line: null, message: `${file} is missing.` };
  if (presence === 'gone')
    return {
      ...issue,
      id: 'lock-stale',
      message: `${file} promises ${versionWords(version)}, which the service does not have.`,
    };
  if (kind === 'unchanged') return null;
  const words = { documentation: 'other words', additive: 'additions', breaking: 'a breaking change' } as const;
  return { ...issue, id: 'lock-outdated', message: `${file} does not say what the service does: ${words[kind]}.` };
}

export function contractIssue({
  id,
  level,
  message,
  apiVersion,
  method,
  path,
  pointer,
  file,
  line,
}: Finding): GateIssue {
  return {
    step: 'contract',
    id,
    level,
    message: `${message}.`,
    fix: null,
    apiVersion,
    method,
    path,
    pointer,
    file,
    line,
  };
}

/** What is served after its sunset; operations are told of by the check. */
export function lifecycleIssue({ name, version, sunset, source }: LifecycleEntry): GateIssue {
  return {
    ...nowhere,
    step: 'lifecycle',
    id: 'lifecycle-overdue',
    level: 'warning',
    apiVersion: version,
    message: `${name} had its sunset on ${sunset?.slice(0, 10)} and is still there.`,
    fix: 'Remove it, or move its sunset.',
    file: source?.file ?? null,
    line: source?.line ?? null,
  };
}

export function exceptionIssue({ id, message, fix, line }: ExceptionProblem, file: string): GateIssue {
  return { ...nowhere, step: 'exceptions', id, level: 'error', message, fix, file, line };
}
