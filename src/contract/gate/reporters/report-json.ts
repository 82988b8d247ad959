import { type GateReport, hasFailed } from '../gate-report.js';

/** `{ version: 1, asOf, base, passed, versions, issues, suppressed, notes }`, a shape that only grows. */
export function reportJson(report: GateReport): string {
  const { asOf, base, changes, issues, suppressed, notes } = report;
  const written = {
    version: 1,
    asOf,
    base,
    passed: !hasFailed(report),
    versions: changes.map(({ version, presence, kind }) => ({ version, presence, kind })),
    issues: issues.map(({ step, id, level, message, fix, apiVersion, method, path, pointer, file, line }) => ({
      step,
      id,
      level,
      message,
      fix,
      apiVersion,
      method,
      path,
      pointer,
      file,
      line,
    })),
    suppressed: suppressed.map(
      ({
        finding: { id, level, apiVersion, method, path, pointer, message },
        exception: { reason, owner, expires },
      }) => ({ id, level, apiVersion, method, path, pointer, message, reason, owner, expires }),
    ),
    notes,
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
