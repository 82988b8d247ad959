const neutral: unique symbol = Symbol.for('svckit.version-neutral');

/** Serves every version that a request can name, and the unversioned path. */
export const VERSION_NEUTRAL: typeof neutral = neutral;

/** A range of the versions that `defineVersions` lists, both ends included. */
export interface VersionRange {
  readonly from?: string;
  readonly until?: string;
}

export type DeclaredVersion = string | readonly string[] | VersionRange | typeof VERSION_NEUTRAL;
