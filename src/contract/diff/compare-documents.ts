import { versionBump } from './checks/document/version-bump.js';
import { callbacks } from './checks/operation/callbacks.js';
import type { FamilyName } from './checks.js';
import { documentFamilies, operationFamilies, schemaFamilies } from './families.js';
import type { ComparisonContext, DocumentPair, Draft } from './family.js';
import { listCallbacks, listWebhooks } from './operation/list-operations.js';
import { listSchemaUses } from './operation/list-schema-uses.js';
import type { Operation, OperationPair } from './operation/operation-pair.js';
import { compareSchemas } from './schema/compare-schemas.js';
import { createValueJudge } from './schema/judge-values.js';
import { changePlacer } from './schema/place-changes.js';

/** A draft, the family of checks that found it, and its operation; null for what concerns the whole document. */
export interface LocatedDraft extends Draft {
  readonly family: FamilyName;
  readonly operation: Operation | null;
}

type SomeOperationFamily = (typeof operationFamilies)[number];

/** Compares two documents with every family of checks that is not left out. */
export function compareDocuments(
  pair: DocumentPair,
  context: ComparisonContext,
  withoutFamilies: ReadonlySet<FamilyName>,
): readonly LocatedDraft[] {
  const active = <Family extends { readonly name: FamilyName }>(families: readonly Family[]) =>
    families.filter(({ name }) => !withoutFamilies.has(name));
  const found: LocatedDraft[] = active(documentFamilies)
    .filter((family) => family !== versionBump)
    .flatMap(({ name, compare }) =>
      compare(pair, context).map(({ operation = null, ...draft }) => ({ ...draft, family: name, operation })),
    );
  const compareOperations = operationComparer(pair, context, active(schemaFamilies));
  const families = active(operationFamilies);
  const [ofWebhooks, ofCallbacks] = [families.filter(isInbound), families.filter(isInbound).filter(isFlat)];
  const compareWithCallbacks = (operations: OperationPair, own: readonly SomeOperationFamily[]) => {
    for (const draft of compareOperations(operations, own)) found.push(draft);
    for (const nested of pairCallbacks(operations)) {
      for (const draft of compareOperations(nested, ofCallbacks))
        found.push({ ...draft, operation: operations.revision });
    }
  };
  for (const operations of pair.operations.common) compareWithCallbacks(operations, families);
  for (const operations of pairWebhooks(pair)) compareWithCallbacks(operations, ofWebhooks);
  return found;
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
