import type { Versions } from '../changes/known-versions.js';
import { listVersions, type VersionEntry, type VersionsOptions } from '../changes/list-versions.js';

/** A version and what it changed. */
export type StoredVersionEntry = Omit<VersionEntry, 'deprecated'>;

/**
 * All versions of stored values, oldest first: `defineVersions(['1', { version: '2', changes: [currency] }])`. Throws a TypeError for a list that is
 * not in order or names something twice, and for a version with `deprecated`, which a service announces to its clients: `svckit` has that function.
 */
export function defineVersions(
  entries: readonly (string | StoredVersionEntry)[],
  options: VersionsOptions = {},
): Versions {
  return listVersions(entries, options, (_, where) => {
    throw new TypeError(`${where.slice(0, -1)} is for clients of a service. Import defineVersions from 'svckit'.`);
  });
}
