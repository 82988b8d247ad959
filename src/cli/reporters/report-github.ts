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
  const list = properties.map(([name, value]) => `${name}=${escapeProperty(value!)}`).join(',');
  return `::${severity} ${list}::${escapeData(`${message} ${fix}`)}`;
}

const escapeData = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string) => escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
