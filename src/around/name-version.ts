import type { Versions } from '../changes/known-versions.js';
import type { Route } from '../routing/table/route.js';
import { type VersioningOptions, versioningScheme, versionMatch } from '../routing/versioning/versioning.js';
import type { RenamedHead, VersionSource } from '../routing/versioning/versioning-type.js';
import { NEXT } from '../text/version-order.js';
import type { OlderPath } from './older-paths.js';

/** A header field, in lower case, and its value. */
export interface VersionField {
  readonly field: string;
  readonly value: string;
}

/** How a request names the version of the application. */
export interface NamesVersion {
  /** The field of a request that names a version, in lower case; null where another part does. */
  readonly field: string | null;
  /** The field and its value that name the version which the application knows, where `newest` replaces the value of one field and nothing else. */
  versionField(route: Route): VersionField | null;
  /** Whether the path of a request names the version of its route as documents write it, where paths name versions. */
  isWritten(url: string, route: Route): boolean;
  /** The head of a request that names the version that the application knows. */
  newest(head: VersionSource, route: Route): RenamedHead;
  /** The path of a route where the application would have it, had no change moved it. */
  address(route: Route): string;
  /** A path without a version as it is in one. */
  inVersion(path: string, version: string): string;
  /** Whether a request names a version itself. */
  isNamed(head: VersionSource): boolean;
  /** Whether clients of a route have another version than the application. */
  isOlder(route: Route): boolean;
  /** A path of the application as clients of a route's version know it; null where they know the same paths. */
  forClients(route: Route): ((url: string) => string) | null;
}

/**
 * The application knows the newest released version, and what is not released where a request names that. `olderPathIn` says where operations
 * were before changes moved them.
 */
export function namesVersion(
  versioning: VersioningOptions,
  versions: Versions,
  prefix: string,
  olderPathIn: (version: string) => OlderPath | null = () => null,
): NamesVersion {
  const names = [...versions.names, NEXT];
  const scheme = versioningScheme(versioning)!;
  const { renamed, inVersion, read, field: versionField } = scheme.locate({ prefix, versions: names });
  const matched = versionMatch(versioning);
  const known = ({ version }: Route) => (version === NEXT ? NEXT : versions.newest);
  return {
    field: scheme.vary?.toLowerCase() ?? null,
    versionField: (route) =>
      versionField === undefined || route.version === null ? null : { field: versionField, value: known(route) },
    isWritten: (url, { version }) => {
      if (scheme.sharesPaths || version === null) return true;
      const named = read({ url, headers: {} });
      return named !== '' && (matched?.(named) ?? named) === version;
    },
    newest: (head, route) =>
      route.version === null ? { url: head.url ?? '/', headers: {} } : renamed(head, known(route)),
    inVersion,
    isNamed: (head) => read(head) !== '',
    isOlder: (route) => route.version !== null && route.version !== known(route),
    address: (route) => (route.version === null ? route.path : inVersion(route.path, known(route))),
    forClients: (route) => {
      const { version } = route;
      if (version === null || version === known(route)) return null;
      const olderPath = olderPathIn(version);
      if (scheme.sharesPaths) return olderPath && ((url) => olderPath(url) ?? url);
      const named = (url: string) => (read({ url, headers: {} }) === '' ? url : inVersion(url, version));
      return (url) => olderPath?.(url) ?? named(url);
    },
  };
}
