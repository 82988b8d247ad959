import { operationsOf } from '../../routing/changes/operation-stage.js';
import { joinPath } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import { readController } from '../../routing/declare/declaration.js';
import type { OpenedService } from '../sources/open-service.js';

/** A handler in two versions. */
export interface ServedHandler {
  /** The name of its class. */
  readonly controller: string;
  readonly handler: string;
  readonly operationId: string;
  /** Its address in the older version. */
  readonly method: string;
  readonly path: string;
  /** What stands before the controller's own paths there, the version's segment and the prefix included; null where a change moved it. */
  readonly base: string | null;
  /** Its address in the newer version. */
  readonly live: { readonly method: string; readonly path: string };
  /** Whether a change between the two converts it already. */
  readonly isChanged: boolean;
}

/** The handlers that serve an older version, as the newer one beside it serves them. */
export function servedHandlers(
  { table, definition }: Pick<OpenedService, 'table' | 'definition'>,
  older: string | undefined,
  newer: string | undefined,
): readonly ServedHandler[] {
  const versions = definition.versioning ? definition.versioning.versions : undefined;
  if (!versions || older === undefined || newer === undefined) return [];
  const hops = versions.hopsBetween(newer, older);
  const served = [...table.routes, ...table.next];
  const newest = new Map<unknown, Map<PropertyKey, Route>>();
  for (const route of served.filter(({ version }) => version === newer)) {
    const binding = table.bindings.get(route);
    if (!binding) continue;
    const own = newest.get(binding.target) ?? new Map<PropertyKey, Route>();
    newest.set(binding.target, own.set(binding.key, own.get(binding.key) ?? route));
  }
  return served
    .filter((route) => route.version === older)
    .flatMap((route): readonly ServedHandler[] => {
      const binding = table.bindings.get(route);
      const live = binding && newest.get(binding.target)?.get(binding.key);
      if (!live) return [];
      const verb = readController(binding.target).handlers.find(([key]) => key === binding.key)?.[1].verbs[0];
      const own = verb ? joinPath(verb.path).path.replace(/^\/$/, '') : '';
      return [
        {
          controller: binding.target.name,
          handler: String(binding.key),
          operationId: route.operationId,
          method: route.method,
          path: route.path,
          base: route.path.endsWith(own) ? route.path.slice(0, route.path.length - own.length) : null,
          live: { method: live.method, path: live.path },
          isChanged: hops.some((hop) => operationsOf(hop, binding.target, binding.key).length > 0),
        },
      ];
    });
}
