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
import { causeFinder, type SchemaCause } from './schema/find-causes.js';
import { openContexts } from './schema/judge-context.js';

/** A draft, the family of checks that found it, and its operation; null for what concerns the whole document. */
export interface LocatedDraft extends Draft<CheckId> {
  readonly family: FamilyName;
  readonly operation: Operation | null;
}

type SomeOperationFamily = (typeof operationFamilies)[number];

/** An operation under comparison: one of the document, of a webhook, or of a callback of another one. */
export interface ComparedOperation {
  readonly pair: OperationPair;
  /** The operation that its findings are about. */
  readonly operation: Operation;
  readonly families: readonly SomeOperationFamily[];
}

/** Two documents under comparison; what several operations share is compared once, when the first of them is. */
export interface Comparison {
  /** An operation with its callbacks. */
  readonly withCallbacks: (pair: OperationPair) => readonly ComparedOperation[];
  /** Every operation that both documents have, with webhooks and callbacks. */
  readonly all: () => readonly ComparedOperation[];
  /** What concerns no single operation. */
  readonly ofDocument: () => readonly LocatedDraft[];
  /** What surrounds the schemas of operations. */
  readonly around: (operations: readonly ComparedOperation[]) => readonly LocatedDraft[];
  /** What changed in the schemas of operations, with at most so many places of each change. */
  readonly inSchemas: (operations: readonly ComparedOperation[], most: number) => readonly SchemaCause[];
}

/** Opens a comparison with every family of checks that is not left out. */
export function openComparison(
  pair: DocumentPair,
  context: ComparisonContext,
  withoutFamilies: ReadonlySet<FamilyName>,
): Comparison {
  const active = <Family extends { readonly name: FamilyName }>(families: readonly Family[]) =>
    families.filter(({ name }) => !withoutFamilies.has(name));
  const inSchemas = schemaComparer(pair, context, active(schemaFamilies));
  const families = active(operationFamilies);
  const [ofWebhooks, ofCallbacks] = [families.filter(isInbound), families.filter(isInbound).filter(isFlat)];
  const expand = (outer: OperationPair, own: readonly SomeOperationFamily[]): readonly ComparedOperation[] => [
    { pair: outer, operation: outer.revision, families: own },
    ...pairCallbacks(outer).map((nested) => ({ pair: nested, operation: outer.revision, families: ofCallbacks })),
  ];
  const withCallbacks = (operations: OperationPair) => expand(operations, families);
  return {
    withCallbacks,
    all: () => [
      ...pair.operations.common.flatMap(withCallbacks),
      ...pairWebhooks(pair).flatMap((operations) => expand(operations, ofWebhooks)),
    ],
    ofDocument: () =>
      active(documentFamilies)
        .filter((family) => family !== versionBump)
        .flatMap(({ name, compare }) =>
          compare(pair, context).map(({ operation = null, ...draft }) => ({ ...draft, family: name, operation })),
        ),
    around: (operations) =>
      operations.flatMap((one) =>
        one.families.flatMap(({ name, compare }) =>
          compare(one.pair, context).map((draft) => ({ ...draft, family: name, operation: one.operation })),
        ),
      ),
    inSchemas,
  };
}

const isInbound = ({ inbound }: SomeOperationFamily) => inbound;

/** Callbacks of callbacks are not compared. */
const isFlat = (family: SomeOperationFamily) => family !== callbacks;

function schemaComparer(
  { base, revision }: DocumentPair,
  context: ComparisonContext,
  families: readonly (typeof schemaFamilies)[number][],
): Comparison['inSchemas'] {
  const judge = createValueJudge(base, revision);
  const compare = compareSchemas(base, revision, context.policy, families, judge.areAlike);
  const findCauses = causeFinder({ base, revision }, openContexts(judge, families));
  return (operations, most) =>
    findCauses(
      operations.flatMap(({ pair, operation }) =>
        listSchemaUses(pair).map(({ place, tokens, carried, ...sides }) => ({
          place,
          tokens,
          ...(carried && { carried }),
          operation,
          root: compare(sides.base, sides.revision),
        })),
      ),
      most,
    );
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
