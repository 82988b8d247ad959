import { type GateIssue, type GateReport, isFailing } from '../gate-report.js';

const shown = 10;

export interface ShortIssues {
  readonly issues: readonly GateIssue[];
  /** The sentence for what was left out; null when nothing was. */
  readonly rest: string | null;
}

/** For people: every error, every warning and whatever closes the gate, and of the other changes the first ten. */
export function shortenIssues(issues: readonly GateIssue[], { failOn }: GateReport): ShortIssues {
  const others = issues.filter((issue) => issue.level === 'info' && !isFailing(issue, failOn));
  const left = new Set(others.slice(shown));
  return {
    issues: issues.filter((issue) => !left.has(issue)),
    rest:
      left.size === 0
        ? null
        : `… and ${left.size} other ${left.size === 1 ? 'change' : 'changes'} that break nothing; --format json has them all.`,
  };
}
