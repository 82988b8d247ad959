import type { Log, ReportingDescriptor, Result, Run } from 'sarif';
import { sarifLocation } from '../../contract/diff/reporters/sarif-location.js';
import type { RuleSummary } from '../../export/rules/rule.js';
import type { Problem } from '../../report/problem.js';
import type { CheckReport } from './check-report.js';

/** SARIF 2.1.0 (OASIS), as code scanning services take it. */
export function reportSarif({ problems, rules, toolVersion }: CheckReport): string {
  const known = [...rules, ...unlistedRules(problems, rules)];
  const run: Run = {
    tool: { driver: { name: 'svc check', semanticVersion: toolVersion, rules: known.map(ruleDescriptor) } },
    columnKind: 'utf16CodeUnits',
    results: problems.map((problem) => result(problem, known)),
  };
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function ruleDescriptor({ id, severity, summary }: RuleSummary): ReportingDescriptor {
  return { id, shortDescription: { text: summary }, defaultConfiguration: { level: severity } };
}

function result({ id, severity, message, fix, source, handler }: Problem, rules: readonly RuleSummary[]): Result {
  const location = {
    ...(source && { physicalLocation: sarifLocation(source.file, source.line) }),
    ...(handler !== null && { logicalLocations: [{ fullyQualifiedName: handler, kind: 'function' }] }),
  };
  return {
    ruleId: id,
    ruleIndex: rules.findIndex((rule) => rule.id === id),
    level: severity,
    message: { text: `${message} ${fix}` },
    ...(Object.keys(location).length > 0 && { locations: [location] }),
  };
}

function unlistedRules(problems: readonly Problem[], rules: readonly RuleSummary[]): readonly RuleSummary[] {
  const unlisted = new Map<string, RuleSummary>();
  for (const { id, severity, message } of problems) {
    if (!rules.some((rule) => rule.id === id) && !unlisted.has(id))
      unlisted.set(id, { id, severity, summary: message });
  }
  return [...unlisted.values()];
}
