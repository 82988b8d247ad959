import type { Problem } from '../../report/problem.js';
import type { CheckReport } from './check-report.js';

/** `{ version: 1, asOf, problems }`, for programs. */
export function reportJson({ asOf, problems }: CheckReport): string {
  return `${JSON.stringify({ version: 1, asOf, problems: problems.map(problemRecord) }, null, 2)}\n`;
}

function problemRecord({ id, severity, message, fix, source, handler }: Problem) {
  return { id, severity, message, fix, file: source?.file ?? null, line: source?.line ?? null, handler };
}
