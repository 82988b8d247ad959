import type { $ZodType } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { isSchema } from '../../schema/standard-schema.js';
import { partNames } from '../declare/request-parts.js';
import type { Binding } from '../table/binding.js';
import { responseDetail } from '../table/responses.js';
import type { Route } from '../table/route.js';
import type { Versions } from '../versioning/known-versions.js';
import type { Direction, Hop } from './hop.js';
import { type NamedOperation, namedSchemas, operationOf } from './operation-stage.js';

/** An operation on its way from one version to the one before it. */
export interface Crossing {
  readonly hop: Hop;
  /** The operation in its newest version. */
  readonly own: Route;
  /** The operation in the next version that serves it, from the newer side of the way on. */
  readonly newer: Route;
  /** The same on the older side. */
  readonly older: Route;
  /** What the version changed of the operation itself; null for nothing. */
  readonly operation: NamedOperation | null;
  /** The operation's schemas in the newer version, with those that `operation` names in place of its own. */
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
        const operation = operationOf(hop, target, key);
        const kept = operation ? usesOf(newer, operation) : sharedUses(newer);
        const uses = hop.version === newer.version ? kept : usesIn(kept, hop, newer);
        return {
          hop,
          own,
          newer,
          older: family[index]!,
          operation,
          uses: operation ? [...uses, ...namedUses(hop, operation, newer)] : uses,
        };
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

/** The schemas of an operation's requests and answers, except those that a change of the operation replaces. */
export function usesOf(
  { schemas, responses, status }: Pick<Route, 'schemas' | 'responses' | 'status'>,
  operation: NamedOperation | null = null,
): readonly SchemaUse[] {
  const { response, status: older = status, ...before } = operation?.before ?? {};
  const named = isSchema(response) ? [older] : Object.keys(response ?? {}).map(Number);
  const parts = partNames.filter((part) => before[part] === undefined).map((part) => schemas[part]);
  const answers = Object.entries(responses).filter(
    ([code]) => !named.includes(Number(code) === status ? older : Number(code)),
  );
  return [
    ...inDirection('up', parts),
    ...inDirection(
      'down',
      answers.map(([, entry]) => responseDetail(entry).schema),
    ),
  ];
}

function namedUses(hop: Hop, operation: NamedOperation, { status }: Route): readonly SchemaUse[] {
  const { parts, responses } = namedSchemas(hop, operation, status);
  const answers = Object.values(responses).map((entry) => responseDetail(entry).schema);
  return [...inDirection('up', Object.values(parts)), ...inDirection('down', answers)];
}

const inDirection = (direction: Direction, schemas: readonly unknown[]): readonly SchemaUse[] =>
  schemas.map(zodTreeOf).flatMap((schema) => (schema ? [{ schema, direction }] : []));
