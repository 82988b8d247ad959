import { type Level, levels } from '../../report/level.js';
import type { Suppression } from '../exceptions/apply-exceptions.js';
import type { VersionChange } from '../compare/compare-contracts.js';

/** The parts of the gate, in the order in which they are told. */
export const gateSteps = ['check', 'lock', 'contract', 'lifecycle', 'exceptions'] as const;

export type GateStep = (typeof gateSteps)[number];

/** One thing that the gate found; what concerns no operation has neither method nor path. */
export interface GateIssue {
  readonly step: GateStep;
  readonly id: string;
  readonly level: Level;
  readonly message: string;
  /** What to do; null where the message says it. */
  readonly fix: string | null;
  readonly apiVersion: string | null;
  readonly method: string | null;
  readonly path: string | null;
  readonly pointer: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

/** The gate's verdict and everything behind it. */
export interface GateReport {
  /** YYYY-MM-DD. */
  readonly asOf: string;
  /** The ref that was compared with, as it was typed. */
  readonly base: string;
  readonly failOn: Level;
  readonly issues: readonly GateIssue[];
  readonly suppressed: readonly Suppression[];
  /** From the base to the service; empty when the contracts could not be compared. */
  readonly changes: readonly VersionChange[];
  /** What the reader should know that is no issue. */
  readonly notes: readonly string[];
}

/** Whether an issue of a level lets the gate fail. */
export function isFailing({ level }: Pick<GateIssue, 'level'>, failOn: Level): boolean {
  return levels.indexOf(level) <= levels.indexOf(failOn);
}

export function hasFailed({ issues, failOn }: GateReport): boolean {
  return issues.some((issue) => isFailing(issue, failOn));
}

/** `GET /users`; empty for what concerns no operation. */
export function operationOf({ method, path }: Pick<GateIssue, 'method' | 'path'>): string {
  return method === null ? '' : `${method} ${path}`;
}

/** `GET /users in version 1: the operation was removed. Mend it.` Where it is told for several operations, `operations` names them. */
export function sentenceOf(issue: GateIssue, operations = operationOf(issue)): string {
  const place = [operations, issue.apiVersion === null ? '' : `in version ${issue.apiVersion}`]
    .filter((word) => word !== '')
    .join(' ');
  return `${place === '' ? '' : `${place}: `}${issue.message}${issue.fix === null ? '' : ` ${issue.fix}`}`;
}
