import { pathShape, unversionedPath } from '../table/path.js';
import { handlerName, type Route } from '../table/route.js';
import type { VersioningOptions } from './versioning.js';
import { deprecationOfRoute } from './version-deprecation.js';
import { compareVersions } from '../../text/version-order.js';

/** What to use instead of a deprecated operation. */
export interface Successor {
  readonly version: string;
  /** null where that version has no such operation. */
  readonly route: Route | null;
}

/** Finds the successor of an operation: in the highest version that is not deprecated, at the same address or by the same handler. */
export function successorFinder(
  routes: readonly Route[],
  versioning: VersioningOptions | undefined,
): (route: Route) => Successor | null {
  let known: ReadonlyMap<string, Route> | undefined;
  return (route) => {
    if (route.version === null) return null;
    const highest = (known ??= highestRoutes(routes, versioning));
    const newer = (key: string) => {
      const found = highest.get(key);
      return found && compareVersions(found.version!, route.version!) > 0 ? found : null;
    };
    const found = keysOf(route, versioning)
      .map(newer)
      .find((one) => one !== null);
    const version = (found ?? newer(''))?.version;
    return version ? { version, route: found ?? null } : null;
  };
}

/** The highest route of each key that is not deprecated, and under an empty key that of the whole API. */
function highestRoutes(
  routes: readonly Route[],
  versioning: VersioningOptions | undefined,
): ReadonlyMap<string, Route> {
  const highest = new Map<string, Route>();
  for (const route of routes) {
    if (route.version === null || route.hidden || deprecationOfRoute(route)) continue;
    for (const key of ['', ...keysOf(route, versioning)]) {
      const known = highest.get(key);
      if (!known || compareVersions(route.version, known.version!) > 0) highest.set(key, route);
    }
  }
  return highest;
}

/** What the versions of an operation share: the method with the path without its version, or else the handler, whatever its method. */
function keysOf(route: Route, versioning: VersioningOptions | undefined): readonly string[] {
  const address = `${route.method} ${pathShape(unversionedPath(route, versioning))}`;
  return [address, `${route.method} ${handlerName(route)}`, handlerName(route)];
}
