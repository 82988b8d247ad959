import type { Route } from '../../routing/table/route.js';
import { compareVersions } from '../../routing/versioning/compare-versions.js';
import { defaultVersions, type VersioningOptions } from '../../routing/versioning/versioning.js';

type Versioned = Pick<Route, 'version'>;

/** The versions that routes are served in, the lowest first. */
export function documentVersions(
  routes: readonly Versioned[],
  versioning: VersioningOptions | undefined,
): readonly string[] {
  if (!versioning) return [];
  const versions = new Set<string>();
  for (const { version } of routes) if (version !== null) versions.add(version);
  return [...versions].sort(compareVersions);
}

/** The version whose document stands for the whole API: a default version, else the highest; null where one document holds all. */
export function defaultDocumentVersion(
  routes: readonly Versioned[],
  versioning: VersioningOptions | undefined,
): string | null {
  if (!versioning || versioning.type === 'uri') return null;
  const versions = documentVersions(routes, versioning);
  return defaultVersions(versioning).find((version) => versions.includes(version)) ?? versions.at(-1) ?? null;
}

/** Thrown when a document is asked for in a version that no route has. */
export class UnknownVersionError extends Error {
  override readonly name = 'UnknownVersionError';
  constructor(
    readonly version: string,
    readonly versions: readonly string[],
  ) {
    super(
      versions.length === 0
        ? `There is no version "${version}": the API has no versions.`
        : `There is no version "${version}". There is ${versions.join(', ')}.`,
    );
  }
}
