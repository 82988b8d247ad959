import type { SeverityId } from '../../diff/severity-id.js';
import { type Result, resultOfProblem } from '../../report/result.js';
import type { Level } from '../../report/level.js';
import type { BootProblem } from '../../report/boot-problem.js';
import { checkRules } from '../../export/rules/rules.js';
import { sameJson } from '../../json/json.js';
import type { DiffOptions } from '../../diff/diff-documents.js';
import type { Finding } from '../../diff/finding.js';
import { type ComparedPair, concernFindings, pairByVersion } from '../consumers/concern-findings.js';
import { describeConsumers, withConsumers } from '../consumers/consumers-in-words.js';
import { lowerUnconcerned, trustsRegistry } from '../consumers/consumers-policy.js';
import { applyExceptions } from '../exceptions/apply-exceptions.js';
import { type ContractLock, promisesEvidence } from '../lock/contract-lock.js';
import { compareContracts, type VersionChange } from '../compare/compare-contracts.js';
import { joinVersions } from '../../diff/causes/join-versions.js';
import { resultOfFinding } from '../../diff/diff-report.js';
import { alteredResult } from '../../laws/frozen-results.js';
import { changesResult, lockResult } from '../lock-report.js';
import { joinWords } from '../../text/join-words.js';
import { evidenceFault, evidenceName } from '../retirement/evidence.js';
import { exceptionResult } from '../exceptions/except-results.js';
import { explainOptionalMembers } from './explain-optional-members.js';
import { evidenceResult, lifecycleResult, previewResult } from './gate-results.js';
import type { GateInput } from './gate-input.js';
import { type Judgement, waitsForContract } from './judgement.js';

/** Stricter than `svc diff`, since the API is your own: no parameter goes without a deprecation. */
const lawLevels: ReadonlyMap<SeverityId, Level> = new Map([['request-parameter-removed', 'error']]);

/** How long before its end the gate warns of a preview, in days. */
const noticeDays = 30;

/** Judges a change: declarations, lock files, contracts and the law of their lifecycle, exceptions. */
export function judgeGate(input: GateInput): Judgement {
  const { asOf, base, failOn, problems, baseLocks, baseFolder, lockFiles, folder, current, lifecycle, exceptions } =
    input;
  const judgement = {
    asOf,
    base,
    heading: headingOf(input),
    failOn,
    described: input.described,
    exceptionsFile: exceptions.file,
  };
  const nothing = {
    check: problems.map((problem) => resultOfProblem(raise(problem, baseLocks))),
    lock: [],
    contract: [],
    changes: [],
    lifecycle: [],
    exceptions: [],
  };
  if (current === null) {
    return {
      ...judgement,
      results: nothing,
      suppressed: [],
      changes: [],
      notes: ['The contracts were not compared: the service cannot be described before these problems are fixed.'],
    };
  }
  const { severity, locate, place = (found) => found, altered = [], changesFiles = [], laws = [] } = input;
  const options = { asOf, severity: new Map([...lawLevels, ...(severity ?? [])]), ...(locate && { locate }) };
  const compared =
    baseLocks.length === 0
      ? []
      : compareContracts(baseLocks, current, { ...options, ...(input.consumers && { mostPlaces: Infinity }) });
  const changes = place(concernChanges(compared, input, pairByVersion(baseLocks, current)));
  const lockChanges =
    lockFiles === null ? [] : areSame(baseLocks, lockFiles) ? changes : compareContracts(lockFiles, current, options);
  const applied = applyExceptions(
    [...changes.flatMap(({ findings }) => findings), ...altered],
    exceptions.exceptions,
    asOf,
    input.approval,
  );
  const overdue = lifecycle.filter(
    ({ state, kind }) => state === 'overdue' && (kind === 'parameter' || kind === 'property'),
  );
  const ending = lifecycle.filter(
    ({ kind, daysLeft }) => kind === 'preview' && daysLeft !== null && daysLeft > 0 && daysLeft <= noticeDays,
  );
  const results = {
    ...nothing,
    contract: [
      ...joinVersions(applied.remaining.flatMap((one) => ('family' in one ? one : []))).map((finding) =>
        describeFinding(finding, input),
      ),
      ...differencesOfNext(input, options),
    ],
    changes: [...applied.remaining.flatMap((one) => ('family' in one ? [] : alteredResult(one))), ...laws],
    lifecycle: [...missingEvidence(input, current), ...overdue.map(lifecycleResult), ...ending.map(previewResult)],
    exceptions: [...exceptions.problems, ...applied.problems].map((problem) =>
      exceptionResult(problem, exceptions.file),
    ),
  };
  const lock = [
    ...lockChanges.flatMap((change) => lockResult(change, folder, input.described) ?? []),
    ...changesFiles.flatMap((file) => changesResult(file, folder) ?? []),
  ];
  return {
    ...judgement,
    results: { ...results, lock: waitsForContract(results, failOn) ? lock.map(postpone) : lock },
    suppressed: applied.suppressed,
    changes,
    notes: [
      ...(baseLocks.length === 0 && !input.promisesShapes
        ? [`${base} has no ${promiseOf(input)}, so there are no promises to check yet.`]
        : []),
      ...notesOfConsumers(input),
      ...explainOptionalMembers(applied.remaining, baseLocks),
      ...(baseFolder === folder ? [] : [`${base} has its lock files in ${baseFolder}/, which moved to ${folder}/.`]),
    ],
  };
}

const postpone = (result: Result): Result => ({
  ...result,
  fix: 'It will need updating once what the gate found in the contracts and changes is resolved.',
});

/** Findings with whom they concern; what concerns nobody counts less where the policy says so. */
function concernChanges(
  changes: readonly VersionChange[],
  { consumers, asOf }: GateInput,
  pairs: readonly ComparedPair[],
): readonly VersionChange[] {
  if (!consumers) return changes;
  const isTrusted = trustsRegistry(consumers, asOf);
  return changes.map((change) => {
    const findings = concernFindings(change.findings, consumers.registry, pairs);
    return { ...change, findings: isTrusted ? findings.map(lowerUnconcerned) : findings };
  });
}

const describeFinding = (finding: Finding, { consumers, asOf }: GateInput): Result =>
  withConsumers(resultOfFinding(finding), finding, consumers, asOf);

const notesOfConsumers = ({ consumers, asOf }: GateInput): readonly string[] =>
  consumers ? describeConsumers(consumers, asOf) : [];

/** What is not released promises nothing: its differences are there to be read. */
function differencesOfNext({ next }: GateInput, options: DiffOptions): readonly Result[] {
  if (!next?.base || !next.current) return [];
  const changes = compareContracts([next.base], [next.current], options);
  return changes.flatMap(({ findings }) => findings.map(resultOfFinding));
}

/** What is compared, and with what. */
function headingOf({ described, base, folder, files = [] }: GateInput): string {
  if (files.length > 0)
    return `${joinWords(files)} compared with ${files.length === 1 ? 'itself' : 'themselves'} at ${base}`;
  return described === 'service'
    ? `The service compared with ${base}`
    : `The documents compared with ${folder}/ at ${base}`;
}

/** What would hold the promises of the base. */
function promiseOf({ folder, files = [] }: GateInput): string {
  return files.length > 0 ? joinWords(files, 'or') : `lock files in ${folder}/`;
}

/** Each removed version that has no valid evidence, where the base or the change asks for it. */
function missingEvidence(
  { asOf, baseLocks, folder, evidence = new Map<string, string>() }: GateInput,
  current: readonly ContractLock[],
): readonly Result[] {
  if (!promisesEvidence([...baseLocks, ...current])) return [];
  return baseLocks.flatMap(({ version }) => {
    if (version === null || current.some((lock) => lock.version === version)) return [];
    const text = evidence.get(version);
    const fault = text === undefined ? 'does not exist' : evidenceFault(text, version, asOf);
    return fault === null ? [] : [evidenceResult(version, `${folder}/${evidenceName(version)}`, fault)];
  });
}

/** Some rules are stricter about a version that the change adds than about one that is there. */
function raise(problem: BootProblem, baseLocks: readonly ContractLock[]): BootProblem {
  const isNew = baseLocks.length > 0 && !baseLocks.some(({ version }) => version === problem.apiVersion);
  const rule = checkRules.find(({ id }) => id === problem.id);
  if (rule?.severityInGate) return { ...problem, severity: rule.severityInGate };
  const raised = rule?.severityInNewVersion;
  return raised && isNew ? { ...problem, severity: raised } : problem;
}

/** The lock files of a change are often still those of its base, and need no second comparison. */
function areSame(left: readonly ContractLock[], right: readonly ContractLock[]): boolean {
  const known = new WeakMap<object, object>();
  return (
    left.length > 0 &&
    left.length === right.length &&
    left.every(({ version, document }) =>
      right.some((lock) => lock.version === version && sameJson(lock.document, document, known)),
    )
  );
}
