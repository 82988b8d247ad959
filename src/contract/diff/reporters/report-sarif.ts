import type { Level } from '../../../report/level.js';
import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import { checks, type CheckId } from '../checks.js';
import type { Finding } from '../finding.js';
import { titleOf, type DiffReport } from './diff-report.js';
import { sarifLocation } from './sarif-location.js';

const sarifLevels: Readonly<Record<Level, Result.level>> = { error: 'error', warning: 'warning', info: 'note' };

/** For code scanning: SARIF 2.1.0. */
export function reportSarif({ findings }: DiffReport): string {
  const ids = [...new Set(findings.map(({ id }) => id))].toSorted();
  const positions = new Map(ids.map((id, index) => [id, index]));
  const run: Run = {
    tool: { driver: { name: 'svc', rules: ids.map(describeRule) } },
    results: findings.map((finding) => describeResult(finding, positions.get(finding.id) ?? 0)),
  };
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function describeRule(id: CheckId): ReportingDescriptor {
  const { level, kind, direction, area } = checks[id];
  return {
    id,
    shortDescription: { text: id.replaceAll('-', ' ') },
    defaultConfiguration: { level: sarifLevels[level] },
    properties: { kind, direction, area },
  };
}

function describeResult(finding: Finding, ruleIndex: number): Result {
  const { id, level, message, pointer, file, line, apiVersion } = finding;
  const logical = { logicalLocations: [{ fullyQualifiedName: `${titleOf(finding)} ${pointer}` }] };
  const physical = file === null ? {} : { physicalLocation: sarifLocation(file, line ?? 1) };
  return {
    ruleId: id,
    ruleIndex,
    level: sarifLevels[level],
    message: { text: `${titleOf(finding)}: ${message}` },
    locations: [{ ...physical, ...logical }],
    partialFingerprints: { 'svcDiff/v1': [id, apiVersion ?? '', titleOf(finding), pointer].join('|') },
  };
}
