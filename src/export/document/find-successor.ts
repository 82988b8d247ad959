import { pathShape, unversionedPath } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import { compareVersions } from '../../routing/versioning/versions.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';

/** Finds, for a deprecated operation, the highest version of it above its own that is not deprecated. */
export function successorFinder(
  routes: readonly Route[],
  versioning: VersioningOptions | undefined,
): (route: Route) => Route | null {
  const highest = new Map<string, Route>();
  for (const route of routes) {
    if (route.version === null || route.deprecation || route.hidden || route.doc.deprecated) continue;
    const key = unversionedKey(route, versioning);
    const known = highest.get(key);
    if (!known || compareVersions(route.version, known.version!) > 0) highest.set(key, route);
  }
  return (route) => {
    const found = route.version === null ? undefined : highest.get(unversionedKey(route, versioning));
    return found && compareVersions(found.version!, route.version!) > 0 ? found : null;
  };
}

/** What the versions of an operation have in common: the method, and the path without its version. */
export function unversionedKey(
  route: Pick<Route, 'method' | 'path' | 'version'>,
  versioning: VersioningOptions | undefined,
): string {
  return `${route.method} ${pathShape(unversionedPath(route, versioning))}`;
}
