import type { $ZodType } from 'zod/v4/core';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { isSchema } from '../../schema/standard-schema.js';
import { partNames } from '../declare/request-parts.js';
import type { Binding } from '../table/binding.js';
import { answersOf, schemasOfAnswer } from '../table/responses.js';
import type { Route } from '../table/route.js';
import type { Versions } from '../../changes/known-versions.js';
import type { Direction, Hop } from '../../changes/hop.js';
import { type NamedOperation, namedSchemas } from './operation-stage.js';
import { groupBy } from '../../text/group-by.js';

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

/**
 * The routes of each handler, the oldest version first. A handler that serves several operations in a version has a family for each of the
 * oldest ones, with what they came from.
 */
export function familiesOf(
  versions: Versions,
  routes: readonly Route[],
  bindings: ReadonlyMap<Route, Binding>,
): readonly (readonly Route[])[] {
  const position = ({ version }: Route) => versions.positionOf(version!);
  const versioned = routes.filter(({ version }) => version !== null);
  return [...groupBy(versioned, ({ handler }) => handler).values()].flatMap((own) => {
    const oldestFirst = [...groupBy(own, position)].sort(([one], [other]) => one - other).map(([, group]) => group);
    return oldestFirst[0]!.map((oldest) =>
      oldestFirst.map((group) => group.find((one) => isNewer(one, oldest, bindings))!),
    );
  });
}

/** Whether an older operation of a handler came from another one of it. */
export function isNewer(newer: Route, older: Route, bindings: ReadonlyMap<Route, Binding>): boolean {
  const [from, to] = [bindings.get(newer)!.operations, bindings.get(older)!.operations];
  return from.every((operation, index) => to[index] === operation);
}

/** What a version changed of an operation itself, on the way to an older version; null for nothing. */
export const operationIn = (hop: Hop, older: Route, bindings: ReadonlyMap<Route, Binding>): NamedOperation | null =>
  bindings.get(older)!.operations.find(({ change }) => hop.changes.includes(change)) ?? null;

/** Every way of an operation between two neighbouring versions. A family is the routes of one handler, the oldest version first. */
export function findCrossings(
  versions: Versions,
  families: readonly (readonly Route[])[],
  bindings: ReadonlyMap<Route, Binding>,
): readonly Crossing[] {
  const crossed = new Set<Route>();
  return families.flatMap((family) => {
    // What no change reaches has no schemas, and crosses nothing.
    if (family.every(({ relayed }) => relayed === 'bytes')) return [];
    const own = family.at(-1)!;
    const known = new Map<Route['responses'], readonly SchemaUse[]>();
    const sharedUses = (route: Route) => {
      const uses = known.get(route.responses) ?? usesOf(route);
      known.set(route.responses, uses);
      return uses;
    };
    return family.slice(1).flatMap((newer, index) => {
      const older = family[index]!;
      if (crossed.has(older)) return [];
      crossed.add(older);
      return versions.hopsBetween(newer.version!, older.version!).map((hop) => {
        const operation = operationIn(hop, older, bindings);
        const kept = operation ? usesOf(newer, operation) : sharedUses(newer);
        const uses = hop.version === newer.version ? kept : usesIn(kept, hop, newer);
        return {
          hop,
          own,
          newer,
          older,
          operation,
          uses: operation ? [...uses, ...namedUses(hop, operation, newer)] : uses,
        };
      });
    });
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
  { schemas, status, ...declared }: Pick<Route, 'schemas' | 'responses' | 'ranges' | 'status'>,
  operation: NamedOperation | null = null,
): readonly SchemaUse[] {
  const { response, status: older = status, ...before } = operation?.before ?? {};
  const named = isSchema(response) ? [older] : Object.keys(response ?? {}).map(Number);
  const parts = partNames.filter((part) => before[part] === undefined).map((part) => schemas[part]);
  const answers = answersOf(declared).filter(
    ([code]) => !named.includes(Number(code) === status ? older : Number(code)),
  );
  return [
    ...inDirection('up', parts),
    ...inDirection(
      'down',
      answers.flatMap(([, entry]) => schemasOfAnswer(entry)),
    ),
  ];
}

function namedUses(hop: Hop, operation: NamedOperation, { status }: Route): readonly SchemaUse[] {
  const { parts, responses } = namedSchemas(hop, operation, status);
  const answers = Object.values(responses).flatMap(schemasOfAnswer);
  return [...inDirection('up', Object.values(parts)), ...inDirection('down', answers)];
}

const inDirection = (direction: Direction, schemas: readonly unknown[]): readonly SchemaUse[] =>
  schemas.map(zodTreeOf).flatMap((schema) => (schema ? [{ schema, direction }] : []));
