import { mostSevere } from '../report/level.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import type { FamilyName } from './checks/checks.js';
import { versionBump } from './checks/document/version-bump.js';
import { foldAlike } from './causes/fold-alike.js';
import { causeGrouper, shownPlaces } from './causes/group-causes.js';
import { findingCreator, type FindingOptions } from './causes/create-finding.js';
import { type ComparedOperation, openComparison } from './compare-documents.js';
import type { DocumentPair } from './family.js';
import type { Finding } from './finding.js';
import { textAt, type JsonObject } from '../json/json.js';
import { readDay } from '../text/date.js';
import { withLetterLevel } from './severity-id.js';
import { groupRenames } from './group-renames.js';
import { openSameOperations } from './same-operations.js';
import { openDocument, protectNames, type OpenDocument } from '../openapi/open-document.js';
import { type AlignedOperations, alignOperations, type Alignment } from '../openapi/operations/align-operations.js';
import type { OperationPair } from '../openapi/operations/operation-pair.js';
import { listOperations } from '../openapi/operations/list-operations.js';

/** How two documents are compared. */
export interface DiffOptions extends FindingOptions {
  /** Today: YYYY-MM-DD or a date-time, read as UTC. */
  readonly asOf: string;
  /** The fewest days from a deprecation to its sunset date (0); null reports deprecations and requires no date. */
  readonly minNotice?: number | null;
  /** How operations are matched (by path). */
  readonly alignment?: Alignment;
  /** The most places that are listed of a change; the others are counted (20). */
  readonly mostPlaces?: number;
  /** Families of checks to leave out. */
  readonly withoutFamilies?: ReadonlySet<FamilyName>;
}

/**
 * Lists what changed from one OpenAPI document (3.0 to 3.2) to another, in a stable order: each change once, with the places that it
 * reaches; of more than 500 of one check in one component or operation, the rest are one. Throws when `asOf` is not a date.
 */
export function diffDocuments(base: JsonObject, revision: JsonObject, options: DiffOptions): readonly Finding[] {
  const diff = openDiff(base, revision, options);
  return diff.finish(foldAlike(diff.allCauses(), diff.mostPlaces));
}

/** Lists what changed at each place that it reaches, in a stable order. Throws when `asOf` is not a date. */
export function diffPlaces(base: JsonObject, revision: JsonObject, options: DiffOptions): readonly Finding[] {
  const diff = openDiff(base, revision, options);
  return diff.finish([...diff.ofDocument(), ...diff.placesOf(diff.comparison.all())]);
}

/** Operations of two documents, each compared when it is asked for. */
export interface OperationDiff {
  readonly operations: AlignedOperations;
  /** What changed in an operation that both documents have, place by place; what it shares with others is compared once. */
  readonly findingsOf: (pair: OperationPair) => readonly Finding[];
}

/** Opens two documents to compare their operations one at a time. Throws when `asOf` is not a date. */
export function diffOperations(base: JsonObject, revision: JsonObject, options: DiffOptions): OperationDiff {
  const { pair, comparison, placesOf, order } = openDiff(base, revision, options);
  const isSame = openSameOperations(pair.base.root, pair.revision.root);
  return {
    operations: pair.operations,
    findingsOf: (operation) => (isSame(operation) ? [] : order(placesOf(comparison.withCallbacks(operation)))),
  };
}

function openDiff(base: JsonObject, revision: JsonObject, options: DiffOptions) {
  const today = readDay(options.asOf);
  if (today === null) throw new Error(`asOf is not a date: "${options.asOf}". Write YYYY-MM-DD.`);
  const { minNotice = 0, alignment = 'path', withoutFamilies = new Set<FamilyName>() } = options;
  const apiVersion = options.apiVersion ?? textAt(revision['x-svc-api-version']);
  const beside = alignment === 'path' ? null : apiVersion === null ? 'the other version' : `version ${apiVersion}`;
  const context = { policy: { today, minNotice, beside }, alignment };
  const pair = openPair(base, revision, alignment);
  const comparison = openComparison(pair, context, withoutFamilies);
  const mostPlaces = options.mostPlaces ?? shownPlaces;
  const severity = withLetterLevel(options.severity, [base, revision]);
  const creator = findingCreator({ ...options, severity, apiVersion });
  const group = causeGrouper(pair, mostPlaces);
  const order = (findings: readonly Finding[]): readonly Finding[] =>
    Object.freeze(groupRenames(withoutRepeats(findings.toSorted(inOrder)), pair.base.root, pair.revision.root));
  return {
    pair,
    comparison,
    order,
    ofDocument: () => comparison.ofDocument().map(creator.ofDraft),
    placesOf: (operations: readonly ComparedOperation[]) => [
      ...comparison.around(operations).map(creator.ofDraft),
      ...comparison.inSchemas(operations, Infinity).flatMap(({ places }) => places.map(creator.ofPlace)),
    ],
    mostPlaces,
    allCauses: function* () {
      const operations = comparison.all();
      for (const draft of comparison.ofDocument()) yield creator.ofDraft(draft);
      yield* group.drafts(comparison.around(operations).map(creator.ofDraft));
      for (const cause of comparison.inSchemas(operations, mostPlaces)) yield group.schemas(cause, creator);
    },
    finish: (findings: readonly Finding[]) => {
      const worst = mostSevere(findings);
      if (worst === null || worst === 'info' || alignment !== 'path' || withoutFamilies.has(versionBump.name))
        return order(findings);
      const bumps = versionBump.compare(pair, { ...context, worst });
      return order([
        ...findings,
        ...bumps.map((draft) => creator.ofDraft({ ...draft, family: versionBump.name, operation: null })),
      ]);
    },
  };
}

/** A copy as its text has it: what several places write is one change only where they refer to it. */
const unshare = (document: JsonObject) => JSON.parse(JSON.stringify(document)) as JsonObject;

function openPair(base: JsonObject, revision: JsonObject, alignment: Alignment): DocumentPair {
  const [from, to] = protectNames([unshare(base), unshare(revision)]).map(openDocument) as [OpenDocument, OpenDocument];
  return {
    base: from,
    revision: to,
    operations: alignOperations(listOperations(from), listOperations(to), alignment),
  };
}

function inOrder(left: Finding, right: Finding): number {
  return (
    codeUnitOrder(left.path ?? '', right.path ?? '') ||
    codeUnitOrder(left.method ?? '', right.method ?? '') ||
    Number(left.folded !== undefined) - Number(right.folded !== undefined) ||
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
