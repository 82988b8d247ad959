import type { Log, Result } from 'sarif';
import { sarifLocation } from '../../diff/reporters/sarif-location.js';
import { type GateIssue, type GateReport, operationOf, sentenceOf } from '../gate-report.js';

const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const;

/** SARIF 2.1.0 (OASIS), as code scanning services take it. */
export function reportSarif({ issues, suppressed }: GateReport): string {
  const ids = [...new Set([...issues.map(({ id }) => id), ...suppressed.map(({ finding }) => finding.id)])].sort();
  const results = [
    ...issues.map((issue) => describe(issue, ids)),
    ...suppressed.map(
      ({ finding, exception }): Result => ({
        ...describe({ ...finding, step: 'contract', fix: null }, ids),
        suppressions: [
          {
            kind: 'external',
            status: 'accepted',
            justification: `${exception.owner}, until ${exception.expires}: ${exception.reason}`,
          },
        ],
      }),
    ),
  ];
  const driver = {
    name: 'svc gate',
    rules: ids.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
  };
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describe(issue: GateIssue, ids: readonly string[]): Result {
  const { id, level, file, line, apiVersion, pointer } = issue;
  const operation = operationOf(issue);
  const location = {
    ...(file !== null && { physicalLocation: sarifLocation(file, line ?? 1) }),
    ...(operation !== '' && { logicalLocations: [{ fullyQualifiedName: operation }] }),
  };
  return {
    ruleId: id,
    ruleIndex: ids.indexOf(id),
    level: sarifLevels[level],
    message: { text: sentenceOf(issue) },
    ...(Object.keys(location).length > 0 && { locations: [location] }),
    partialFingerprints: { 'svcGate/v1': [id, apiVersion ?? '', operation, pointer ?? ''].join('|') },
  };
}
