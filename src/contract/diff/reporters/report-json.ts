import type { DiffReport } from './diff-report.js';

/** For programs: `{ version: 1, asOf, findings }`, a shape that only grows. */
export function reportJson({ asOf, findings }: DiffReport): string {
  const written = findings.map(({ id, level, method, path, apiVersion, pointer, message, file, line }) => ({
    id,
    level,
    method,
    path,
    apiVersion,
    pointer,
    message,
    file,
    line,
  }));
  return `${JSON.stringify({ version: 1, asOf, findings: written }, null, 2)}\n`;
}
