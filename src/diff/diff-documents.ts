import { type Level, levels, mostSevere } from '../report/level.js';
import type { Source } from '../report/boot-problem.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import { checks, type CheckId, type FamilyName } from './checks/checks.js';
import { versionBump } from './checks/document/version-bump.js';
import { type LocatedDraft, openComparison } from './compare-documents.js';
import type { DocumentPair } from './family.js';
import type { Finding, OperationIdentity } from './finding.js';
import { textAt, type JsonObject } from '../json/json.js';
import { readDay } from '../text/date.js';
import { groupRenames } from './group-renames.js';
import { openDocument, protectNames, type OpenDocument } from '../openapi/open-document.js';
import { type AlignedOperations, alignOperations, type Alignment } from '../openapi/operations/align-operations.js';
import type { OperationPair } from '../openapi/operations/operation-pair.js';
import { listOperations } from '../openapi/operations/list-operations.js';
import { pointerTo } from '../json/pointer.js';

/** How two documents are compared. */
export interface DiffOptions {
  /** Today: YYYY-MM-DD or a date-time, read as UTC. */
  readonly asOf: string;
  /** Levels that replace the default ones. */
  readonly severity?: ReadonlyMap<CheckId, Level>;
  /** The fewest days from a deprecation to its sunset date (0); null reports deprecations and requires no date. */
  readonly minNotice?: number | null;
  /** How operations are matched (by path). */
  readonly alignment?: Alignment;
  /** The version of findings whose operation has none (that of the revision's lock). */
  readonly apiVersion?: string | null;
  /** Finds the declaration of an operation. */
  readonly locate?: (operation: OperationIdentity) => Source | null;
  /** Families of checks to leave out. */
  readonly withoutFamilies?: ReadonlySet<FamilyName>;
}

/** Lists what changed from one OpenAPI document (3.0 to 3.2) to another, in a stable order. Throws when `asOf` is not a date. */
export function diffDocuments(base: JsonObject, revision: JsonObject, options: DiffOptions): readonly Finding[] {
  const { pair, context, comparison, withoutFamilies, find, order } = openDiff(base, revision, options);
  const findings = [
    ...find(comparison.ofDocument()),
    ...pair.operations.common.flatMap((operations) => find(comparison.ofOperation(operations))),
    ...find(comparison.ofWebhooks()),
  ];
  const worst = mostSevere(findings);
  if (worst === null || worst === 'info' || context.alignment !== 'path' || withoutFamilies.has(versionBump.name))
    return order(findings);
  const bumps = versionBump.compare(pair, { ...context, worst });
  return order([...findings, ...find(bumps.map((draft) => ({ ...draft, family: versionBump.name, operation: null })))]);
}

/** Operations of two documents, each compared when it is asked for. */
export interface OperationDiff {
  readonly operations: AlignedOperations;
  /** What changed in an operation that both documents have; what it shares with others is compared once. */
  readonly findingsOf: (pair: OperationPair) => readonly Finding[];
}

/** Opens two documents to compare their operations one at a time. Throws when `asOf` is not a date. */
export function diffOperations(base: JsonObject, revision: JsonObject, options: DiffOptions): OperationDiff {
  const { pair, comparison, find, order } = openDiff(base, revision, options);
  return { operations: pair.operations, findingsOf: (operation) => order(find(comparison.ofOperation(operation))) };
}

function openDiff(base: JsonObject, revision: JsonObject, options: DiffOptions) {
  const today = readDay(options.asOf);
  if (today === null) throw new Error(`asOf is not a date: "${options.asOf}". Write YYYY-MM-DD.`);
  const { minNotice = 0, alignment = 'path', withoutFamilies = new Set<FamilyName>() } = options;
  const defaults = { ...options, apiVersion: options.apiVersion ?? textAt(revision['x-svc-api-version']) };
  const { apiVersion } = defaults;
  const beside = alignment === 'path' ? null : apiVersion === null ? 'the other version' : `version ${apiVersion}`;
  const context = { policy: { today, minNotice, beside }, alignment };
  const pair = openPair(base, revision, alignment);
  const find = (drafts: readonly LocatedDraft[]) => drafts.map((draft) => createFinding(draft, defaults));
  const order = (findings: readonly Finding[]): readonly Finding[] =>
    Object.freeze(groupRenames(withoutRepeats(findings.toSorted(inOrder)), pair.base.root, pair.revision.root));
  return { pair, context, comparison: openComparison(pair, context, withoutFamilies), withoutFamilies, find, order };
}

function openPair(base: JsonObject, revision: JsonObject, alignment: Alignment): DocumentPair {
  const [from, to] = protectNames([base, revision]).map(openDocument) as [OpenDocument, OpenDocument];
  return {
    base: from,
    revision: to,
    operations: alignOperations(listOperations(from), listOperations(to), alignment),
  };
}

function createFinding(
  { id, tokens, message, family, cappedLevel, level: effect, operation, ...draft }: LocatedDraft,
  options: DiffOptions,
): Finding {
  const identity = operation && {
    method: operation.method,
    path: operation.path,
    operationId: operation.operationId,
    apiVersion: operation.apiVersion ?? options.apiVersion ?? null,
  };
  const source = (identity && options.locate?.(identity)) ?? null;
  const level = options.severity?.get(id) ?? effect ?? (draft.isUncertain ? 'warning' : checks[id].level);
  const witness = draft.witness ?? (level === 'error' ? draft.rareWitness : undefined);
  return Object.freeze({
    id,
    level: cappedLevel && levels.indexOf(cappedLevel) > levels.indexOf(level) ? cappedLevel : level,
    method: identity?.method ?? null,
    path: identity?.path ?? null,
    operationId: identity?.operationId ?? null,
    apiVersion: identity?.apiVersion ?? options.apiVersion ?? null,
    pointer: `${draft.under ?? ''}${pointerTo(tokens)}`,
    message,
    file: source?.file ?? null,
    line: source?.line ?? null,
    ...(witness && { witness }),
    family,
  });
}

function inOrder(left: Finding, right: Finding): number {
  return (
    codeUnitOrder(left.path ?? '', right.path ?? '') ||
    codeUnitOrder(left.method ?? '', right.method ?? '') ||
    codeUnitOrder(left.pointer, right.pointer) ||
    codeUnitOrder(left.id, right.id) ||
    codeUnitOrder(left.message, right.message)
  );
}

function withoutRepeats(findings: readonly Finding[]): readonly Finding[] {
  const same = (left: Finding, right: Finding | undefined) =>
    left.id === right?.id &&
    left.pointer === right.pointer &&
    left.message === right.message &&
    left.path === right.path &&
    left.method === right.method;
  return findings.filter((finding, index) => !same(finding, findings[index - 1]));
}
