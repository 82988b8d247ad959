import type { RuleSummary } from '../../export/rules/rule.js';
import type { Problem, Severity } from '../../report/problem.js';

/** What `svc check` found, for a reporter to print. */
export interface CheckReport {
  /** The day that the check took for today: `2026-11-21`. */
  readonly asOf: string;
  readonly problems: readonly Problem[];
  readonly rules: readonly RuleSummary[];
  /** How many routes were looked at. */
  readonly routeCount: number;
  readonly failOn: Severity;
  /** svckit's own version. */
  readonly toolVersion: string;
}

/** Whether a problem makes the check fail. */
export function isFailing({ severity }: Pick<Problem, 'severity'>, failOn: Severity): boolean {
  return severity === 'error' || failOn === 'warning';
}
