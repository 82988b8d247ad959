import type { Location, Log, PhysicalLocation, ReportingDescriptor, Result as SarifResult, Run } from 'sarif';
import { writeJson } from '../../json/json.js';
import type { Level } from '../level.js';
import { acceptanceWords, type Report, resultsOf, type RuleDescription, type Suppressed } from '../report.js';
import { detailLines, operationOf, type Place, type Result, sentenceOf, versionsOf } from '../result.js';

const sarifLevels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Level, string>;

/** SARIF 2.1.0 (OASIS), as code scanning services take it. */
export function renderSarif(report: Report, { toolVersion }: { readonly toolVersion: string }): string {
  const { command, suppressed = [] } = report;
  const results = [...resultsOf(report), ...suppressed.map(({ result }) => result)];
  const rules = [...report.rules, ...describeOthers(results, report)];
  const describe = (result: Result) => describeResult(result, rules, command);
  const run: Run = {
    tool: { driver: { name: command, semanticVersion: toolVersion, rules: rules.map(describeRule) } },
    columnKind: 'utf16CodeUnits',
    results: [
      ...resultsOf(report).map(describe),
      ...suppressed.map((one) => ({ ...describe(one.result), suppressions: [justify(one)] })),
    ],
  };
  const log: Log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return writeJson(log);
}

function describeRule({ id, level, summary, help, properties }: RuleDescription): ReportingDescriptor {
  return {
    id,
    shortDescription: { text: summary },
    fullDescription: { text: `${summary} ${help}` },
    help: { text: help },
    defaultConfiguration: { level: sarifLevels[level] },
    ...(properties && { properties }),
  };
}

/** Ids that the report does not describe: the first message of each stands in. */
function describeOthers(results: readonly Result[], { rules, command }: Report): readonly RuleDescription[] {
  const others = new Map<string, RuleDescription>();
  for (const { id, level, message } of results) {
    if (rules.some((rule) => rule.id === id) || others.has(id)) continue;
    others.set(id, {
      id,
      level,
      summary: message || id,
      help: `Each result says what to do. Run ${command} to see them all.`,
    });
  }
  return [...others.values()];
}

function describeResult(result: Result, rules: readonly RuleDescription[], command: string): SarifResult {
  const { id, level, place, subject } = result;
  const { pointer, handler } = subject;
  const name = operationOf(subject) ?? handler ?? '';
  const location = locate(result, [name, pointer ?? ''].filter((word) => word !== '').join(' '));
  return {
    ruleId: id,
    ruleIndex: rules.findIndex((rule) => rule.id === id),
    level: sarifLevels[level],
    message: { text: [sentenceOf(result), ...detailLines(result)].join('\n') },
    ...(location && { locations: [location] }),
    ...((name !== '' || pointer !== null) && {
      partialFingerprints: {
        [fingerprintOf(command)]: [
          id,
          versionsOf(subject).join(','),
          name,
          pointer ?? '',
          handler && place ? place.file : '',
        ]
          .join('|')
          .replace(/\|$/, ''),
      },
    }),
  };
}

function locate({ place, subject: { handler } }: Result, name: string): Location | null {
  if (!place && name === '') return null;
  return {
    ...(place && { physicalLocation: sarifPlace(place) }),
    ...(name !== '' && {
      logicalLocations: [{ fullyQualifiedName: name, ...(handler !== null && { kind: 'function' }) }],
    }),
  };
}

/** The file is relative to the top of the repository (section 3.29). */
function sarifPlace({ file, line, column }: Place): PhysicalLocation {
  const uri = file.split(/[\\/]/).map(encodeURIComponent).join('/');
  return {
    artifactLocation: { uri, uriBaseId: '%SRCROOT%' },
    region: { startLine: Math.max(1, line ?? 1), ...(column !== undefined && { startColumn: column }) },
  };
}

function justify(acceptance: Suppressed) {
  return { kind: 'external', status: 'accepted', justification: acceptanceWords(acceptance) } as const;
}

/** `svcGate/v1` for `svc gate`. */
function fingerprintOf(command: string): string {
  return `${command.replaceAll(/[^a-z]+([a-z])/g, (_, letter: string) => letter.toUpperCase())}/v1`;
}
