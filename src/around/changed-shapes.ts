import type { $ZodType } from 'zod/v4/core';
import { frozenOf } from '../changes/frozen.js';
import { namedIn } from '../changes/frozen-constants.js';
import type { Hop } from '../changes/hop.js';
import type { Versions } from '../changes/known-versions.js';
import { type DocumentOperation, operationKey } from '../routing/changes/document-operation.js';
import { operationsIn } from '../routing/changes/operation-stage.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import { idOf, rootOf } from '../schema/identity.js';
import { isSchema, type Schema } from '../schema/standard-schema.js';

/** What the changes of all versions name. */
export interface ChangedShapes {
  /** The ids of schemas, which are names of components where the document has them. */
  readonly ids: ReadonlySet<string>;
  /** Lets frozen constants stand for schemas with their ids, before it is asked whether changes reach these. */
  readonly meet: (schemas: readonly Schema[]) => void;
  /** Whether a change reaches a schema. */
  readonly reaches: (schema: Schema | null) => boolean;
  /** The operations of a document, by their keys. */
  readonly operations: ReadonlyMap<string, DocumentOperation>;
  /** The schemas that stand for components, by id. */
  readonly shapes: ReadonlyMap<string, Schema>;
}

/** Every step between two neighbouring versions, those of previews too, the newest first. */
export const allHops = (versions: Versions): readonly Hop[] => [
  ...versions.above,
  ...versions.hopsBetween(versions.live, versions.names[0]!),
];

/** Reads what changes name. `known` are further schemas, by name, and further operations, whose schemas stand for components too. */
export function changedShapes(
  versions: Versions,
  known: readonly Schema[],
  operations: readonly DocumentOperation[],
): ChangedShapes {
  const hops = allHops(versions);
  const reshapes = hops.flatMap((hop) => hop.changes.flatMap((change) => change.reshapes));
  const older = new Set(reshapes.map(({ trees }) => rootOf(trees.before)));
  const named = new Map(
    hops.flatMap((hop) =>
      operationsIn(hop).flatMap(({ operation }) => (operation ? [[operationKey(operation), operation] as const] : [])),
    ),
  );
  const live = reshapes.map(({ trees }) => trees.after).filter((one) => !frozenOf(one) && !older.has(rootOf(one)));
  const given = [...known, ...[...operations, ...named.values()].flatMap(schemasOf)];
  const trees = [...given.map(zodTreeOf).filter((tree) => tree !== null), ...live];
  // Frozen constants stand for what they meet.
  versions.meet(given);
  const idsOf = reshapes.map(({ trees: { after } }) => frozenOf(after)?.id ?? idOf(after));
  const reaches = (schema: Schema | null) => {
    const tree = zodTreeOf(schema);
    return tree !== null && hops.some((hop) => hop.touches(tree));
  };
  return {
    meet: (schemas) => versions.meet(schemas),
    ids: new Set(idsOf.filter((id) => id !== undefined)),
    reaches,
    operations: named,
    shapes: firstOfEach(namedIn(trees)),
  };
}

function firstOfEach(entries: readonly (readonly [string, $ZodType])[]): ReadonlyMap<string, Schema> {
  const first = new Map<string, Schema>();
  for (const [id, tree] of entries) if (!first.has(id)) first.set(id, tree as unknown as Schema);
  return first;
}

/** The schemas of an operation. */
export const schemasOf = ({ params, query, headers, cookies, body, responses }: DocumentOperation): readonly Schema[] =>
  [params, query, headers, cookies, body, ...Object.values(responses)].flatMap((content) =>
    isSchema(content) ? content : Object.values(content ?? {}),
  );
