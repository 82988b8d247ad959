import { handlerName, type Deprecation, type Method, type Route } from '../../routing/table/route.js';
import type { Source } from '../../report/problem.js';

/** A route as `svc routes --format json` writes it. */
export interface RouteRecord {
  readonly method: Method;
  readonly path: string;
  readonly version: string | null;
  readonly neutral: boolean;
  readonly handler: string;
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly access: { readonly kind: 'public' | 'roles' | 'default'; readonly roles: readonly string[] };
  /** ISO 8601. */
  readonly deprecation: Deprecation | null;
  readonly source: Source | null;
}

export function routeRecord(route: Route): RouteRecord {
  const { method, path, version, neutral, operationId, tags, access, deprecation, source } = route;
  const roles = access.kind === 'roles' ? access.roles : [];
  return {
    method,
    path,
    version,
    neutral,
    handler: handlerName(route),
    operationId,
    tags,
    access: { kind: access.kind, roles },
    deprecation,
    source,
  };
}

/** What `--format json` and `yaml` hold. */
export function routeListing(routes: readonly Route[]): {
  readonly version: 1;
  readonly routes: readonly RouteRecord[];
} {
  return { version: 1, routes: routes.map(routeRecord) };
}
