import { escapeWorkflowData, escapeWorkflowProperty } from '../../text/escape.js';
import type { Problem } from '../../report/problem.js';
import type { CheckReport } from './check-report.js';

/** GitHub's workflow commands: an annotation at each problem's line. */
export function reportGithub({ problems }: CheckReport): string {
  return problems.map((problem) => `${annotation(problem)}\n`).join('');
}

function annotation({ id, severity, message, fix, source }: Problem): string {
  const properties = [
    ...(source
      ? [
          ['file', source.file],
          ['line', String(source.line)],
        ]
      : []),
    ['title', id],
  ];
  const list = properties.map(([name, value]) => `${name}=${escapeWorkflowProperty(value!)}`).join(',');
  return `::${severity} ${list}::${escapeWorkflowData(`${message} ${fix}`)}`;
}
