import type { $ZodType } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { partNames, type RequestPart } from '../declare/request-parts.js';
import type { Binding } from '../table/compile-routes.js';
import { responseDetail } from '../table/responses.js';
import type { Route } from '../table/route.js';
import type { Versions } from './define-versions.js';
import type { Direction, Hop } from './hop.js';
import { namedStatuses, operationsOf } from './operation-stage.js';

/** An operation on its way from one version to the one before it. */
export interface Crossing {
  readonly hop: Hop;
  /** The operation in its newest version. */
  readonly own: Route;
  /** What the version changed of the operation itself. */
  readonly operations: ReturnType<typeof operationsOf>;
  /** The operation's schemas in the newer version, without those that `operations` replaces. */
  readonly uses: readonly SchemaUse[];
}

export interface SchemaUse {
  readonly schema: $ZodType;
  /** Requests go up, answers go down. */
  readonly direction: Direction;
}

/** Every way of an operation between two neighbouring versions. A family is the routes of one handler, the oldest version first. */
export function findCrossings(
  versions: Versions,
  families: readonly (readonly Route[])[],
  bindings: ReadonlyMap<Route, Binding>,
): readonly Crossing[] {
  return families.flatMap((family) => {
    const own = family.at(-1)!;
    const { target, key } = bindings.get(own)!;
    const known = new Map<Route['responses'], readonly SchemaUse[]>();
    const sharedUses = (route: Route) => {
      const uses = known.get(route.responses) ?? usesOf(route);
      known.set(route.responses, uses);
      return uses;
    };
    return family.slice(1).flatMap((newer, index) =>
      versions.hopsBetween(newer.version!, family[index]!.version!).map((hop) => {
        const operations = operationsOf(hop, target, key);
        const uses = operations.length === 0 ? sharedUses(newer) : usesOf(newer, operations);
        return { hop, own, operations, uses: hop.version === newer.version ? uses : usesIn(uses, hop, newer) };
      }),
    );
  });

  function usesIn(uses: readonly SchemaUse[], hop: Hop, { version }: Route): readonly SchemaUse[] {
    return uses.map(({ schema, direction }) => ({
      schema: versions.schemaOf(schema, hop.version, version!),
      direction,
    }));
  }
}

/** The schemas of an operation's requests and answers, except those that a change of the operation names. */
export function usesOf(
  { schemas, responses, status }: Pick<Route, 'schemas' | 'responses' | 'status'>,
  operations: Crossing['operations'] = [],
): readonly SchemaUse[] {
  const isKept = (part: RequestPart) => operations.every(({ before }) => before[part] === undefined);
  const parts = partNames.filter(isKept).map((part) => schemas[part] as unknown);
  const named = namedStatuses(operations, status);
  const answers = Object.entries(responses)
    .filter(([code]) => !named.has(Number(code)))
    .map(([, entry]) => responseDetail(entry).schema);
  return [
    ...treesOf(parts).map((schema) => ({ schema, direction: 'up' }) as const),
    ...treesOf(answers).map((schema) => ({ schema, direction: 'down' }) as const),
  ];
}

const treesOf = (schemas: readonly unknown[]) => schemas.map(zodTreeOf).filter((tree) => tree !== null);
