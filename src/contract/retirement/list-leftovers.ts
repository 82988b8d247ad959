import { schemasOf } from '../../export/document/schemas-of.js';
import { readController } from '../../routing/declare/declaration.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import { handlerName, type Route } from '../../routing/table/route.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import type { Source } from '../../report/boot-problem.js';
import { idOf } from '../../schema/identity.js';
import { zodTreeOf } from '../../schema/foreign/zod-tree-of.js';
import { childrenOf } from '../../schema/zod-tree.js';

/** Something in the code that only a retired version needs. */
export interface Leftover {
  readonly kind: 'controller' | 'handler' | 'change' | 'schema';
  readonly name: string;
  readonly source: Source | null;
}

/** What can be deleted with a version. `sourceOfSchema` finds where the schema with an id is declared. */
export function listLeftovers(
  version: string,
  { routes, bindings }: Pick<RouteTable, 'routes' | 'bindings'>,
  versioning: VersioningOptions | undefined,
  sourceOfSchema: (id: string) => Source | null,
): readonly Leftover[] {
  const staying = routes.filter((route) => route.version !== version);
  const kept = new Set(staying.map(handlerName));
  const going = routes.filter((route) => route.version === version);
  const unused = going.filter((route) => !kept.has(handlerName(route)));
  const keptControllers = new Set(staying.map((route) => bindings.get(route)?.target));
  const controllers = new Set(
    unused.map((route) => bindings.get(route)!.target).filter((target) => !keptControllers.has(target)),
  );
  return [
    ...[...controllers].map(
      (target): Leftover => ({
        kind: 'controller',
        name: target.name,
        source: readController(target).controller?.source() ?? null,
      }),
    ),
    ...unused
      .filter((route) => !controllers.has(bindings.get(route)!.target))
      .map((route): Leftover => ({ kind: 'handler', name: handlerName(route), source: route.source })),
    ...changesAfter(version, versioning).map(
      ({ title, source }): Leftover => ({ kind: 'change', name: title, source: source() }),
    ),
    ...unusedSchemas(going, staying).map((id): Leftover => ({ kind: 'schema', name: id, source: sourceOfSchema(id) })),
  ];
}

/** The changes that make the oldest version; those of a later one still make the versions before it. */
function changesAfter(version: string, versioning: VersioningOptions | undefined) {
  const list = versioning?.versions?.list ?? [];
  return list[0]?.version === version ? (list[1]?.changes ?? []) : [];
}

function unusedSchemas(going: readonly Route[], staying: readonly Route[]): readonly string[] {
  const needed = idsOf(staying);
  return [...idsOf(going)].filter((id) => !needed.has(id)).toSorted();
}

/** The ids of all schemas of some routes. */
function idsOf(routes: readonly Route[]): ReadonlySet<string> {
  const ids = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (used: unknown): void => {
    const schema = zodTreeOf(used);
    if (!schema || seen.has(schema)) return;
    seen.add(schema);
    const id = idOf(schema);
    if (id !== undefined) ids.add(id);
    for (const child of childrenOf(schema)) visit(child);
  };
  for (const route of routes) for (const { schema } of schemasOf(route)) visit(schema);
  return ids;
}
