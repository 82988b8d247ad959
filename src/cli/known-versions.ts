import type { Route } from '../routing/table/route.js';
import { compareVersions } from '../routing/versioning/compare-versions.js';
import { isVersion } from '../routing/versioning/versioning.js';
import { type CommandFailure, usageError } from './command-failure.js';
import { countOf, joinWords } from '../text/join-words.js';

/** The versions that the routes have, in order. */
export function knownVersions(routes: readonly Route[]): readonly string[] {
  const versions = new Set<string>();
  for (const { version } of routes) if (version !== null) versions.add(version);
  return [...versions].sort(compareVersions);
}

/** Says which versions there are. */
export function unknownVersion(version: string, versions: readonly string[]): CommandFailure {
  const name = isVersion(version) ? version : JSON.stringify(version);
  if (versions.length === 0)
    return usageError(
      `There is no version ${name}: no route of this service declares a version. Leave --api-version out.`,
    );
  return usageError(
    `There is no version ${name}. This service has ${countOf(versions.length, 'version')}: ${joinWords(versions)}.`,
  );
}
