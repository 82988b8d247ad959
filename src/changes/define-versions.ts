import { readDeprecation } from './deprecation.js';
import type { Versions } from './known-versions.js';
import { listVersions, type VersionEntry, type VersionsOptions } from './list-versions.js';

export type { VersionEntry, VersionsOptions } from './list-versions.js';

/**
 * All versions of an API, oldest first: `defineVersions(['1', { version: '2', changes: [namesAndTags] }], { next: [] })`. Throws a TypeError
 * for a list that is not in order or names something twice.
 */
export function defineVersions(entries: readonly (string | VersionEntry)[], options: VersionsOptions = {}): Versions {
  return listVersions(entries, options, readDeprecation);
}
