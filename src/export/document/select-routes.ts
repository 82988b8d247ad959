import { pathShape } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { defaultDocumentVersion, UnknownVersionError } from './document-versions.js';
import { versionsOf } from '../../routing/versioning/versions.js';

export interface Selection {
  /** null: all of them. */
  readonly version: string | null;
  readonly routes: readonly Route[];
}

/** The routes that a document holds: a version's and the unversioned ones, or all. Throws an UnknownVersionError. */
export function selectRoutes(
  all: readonly Route[],
  versioning: VersioningOptions | undefined,
  apiVersion: string | null | undefined,
): Selection {
  const version = apiVersion ?? defaultDocumentVersion(all, versioning);
  const versions = versionsOf(all);
  if (apiVersion !== undefined && apiVersion !== null && !versions.includes(apiVersion))
    throw new UnknownVersionError(apiVersion, versions);
  const shown = all.filter((route) => !route.hidden);
  if (version === null) return { version, routes: shown };
  const own = new Set(all.filter((route) => route.version === version).map(operationKey));
  return {
    version,
    routes: shown.filter((route) =>
      route.version === null ? !own.has(operationKey(route)) : route.version === version,
    ),
  };
}

export function operationKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${pathShape(path)}`;
}
