import { versionBump } from './checks/document/version-bump.js';
import { callbacks } from './checks/operation/callbacks.js';
import type { CheckId, FamilyName } from './checks/checks.js';
import { documentFamilies, operationFamilies, schemaFamilies } from './families.js';
import type { ComparisonContext, DocumentPair, Draft } from './family.js';
import { listCallbacks, listWebhooks } from '../openapi/operations/list-operations.js';
import { listSchemaUses } from './operation/list-schema-uses.js';
import type { Operation, OperationPair } from '../openapi/operations/operation-pair.js';
import { compareSchemas } from './schema/compare-schemas.js';
import { createValueJudge } from './schema/judge-values.js';
import { changePlacer } from './schema/place-changes.js';

/** A draft, the family of checks that found it, and its operation; null for what concerns the whole document. */
export interface LocatedDraft extends Draft<CheckId> {
  readonly family: FamilyName;
  readonly operation: Operation | null;
}

type SomeOperationFamily = (typeof operationFamilies)[number];

/** Two documents under comparison; what several operations share is compared once, when the first of them is. */
export interface Comparison {
  /** What concerns no single operation. */
  readonly ofDocument: () => readonly LocatedDraft[];
  /** An operation with its callbacks. */
  readonly ofOperation: (pair: OperationPair) => readonly LocatedDraft[];
  readonly ofWebhooks: () => readonly LocatedDraft[];
}

/** Opens a comparison with every family of checks that is not left out. */
export function openComparison(
  pair: DocumentPair,
  context: ComparisonContext,
  withoutFamilies: ReadonlySet<FamilyName>,
): Comparison {
  const active = <Family extends { readonly name: FamilyName }>(families: readonly Family[]) =>
    families.filter(({ name }) => !withoutFamilies.has(name));
  const compareOperations = operationComparer(pair, context, active(schemaFamilies));
  const families = active(operationFamilies);
  const [ofWebhooks, ofCallbacks] = [families.filter(isInbound), families.filter(isInbound).filter(isFlat)];
  const withCallbacks = (operations: OperationPair, own: readonly SomeOperationFamily[]): readonly LocatedDraft[] => {
    const found = [...compareOperations(operations, own)];
    for (const nested of pairCallbacks(operations)) {
      for (const draft of compareOperations(nested, ofCallbacks))
        found.push({ ...draft, operation: operations.revision });
    }
    return found;
  };
  return {
    ofDocument: () =>
      active(documentFamilies)
        .filter((family) => family !== versionBump)
        .flatMap(({ name, compare }) =>
          compare(pair, context).map(({ operation = null, ...draft }) => ({ ...draft, family: name, operation })),
        ),
    ofOperation: (operations) => withCallbacks(operations, families),
    ofWebhooks: () => pairWebhooks(pair).flatMap((operations) => withCallbacks(operations, ofWebhooks)),
  };
}

const isInbound = ({ inbound }: SomeOperationFamily) => inbound;

/** Callbacks of callbacks are not compared. */
const isFlat = (family: SomeOperationFamily) => family !== callbacks;

function operationComparer(
  { base, revision }: DocumentPair,
  context: ComparisonContext,
  families: readonly (typeof schemaFamilies)[number][],
): (pair: OperationPair, families: readonly SomeOperationFamily[]) => readonly LocatedDraft[] {
  const judge = createValueJudge(base, revision);
  const compare = compareSchemas(base, revision, context.policy, families, judge.areAlike);
  const place = changePlacer(revision, judge, families);
  return (pair, own) => [
    ...own.flatMap((family) =>
      family.compare(pair, context).map((draft) => ({ ...draft, family: family.name, operation: pair.revision })),
    ),
    ...listSchemaUses(pair).flatMap((use) =>
      place(compare(use.base, use.revision), use.place, use.tokens).map((draft) => ({
        ...draft,
        operation: pair.revision,
      })),
    ),
  ];
}

function pairWebhooks({ base, revision }: DocumentPair): readonly OperationPair[] {
  return pairInbound(listWebhooks(base), listWebhooks(revision));
}

function pairCallbacks({ base, revision }: OperationPair): readonly OperationPair[] {
  return pairInbound(listCallbacks(base), listCallbacks(revision));
}

function pairInbound(
  base: ReadonlyMap<string, Operation>,
  revision: ReadonlyMap<string, Operation>,
): readonly OperationPair[] {
  return [...base].flatMap(([key, operation]) => {
    const partner = revision.get(key);
    return partner ? [{ base: operation, revision: partner, inbound: true }] : [];
  });
}
