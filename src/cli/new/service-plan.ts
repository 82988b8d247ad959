import type { VersioningTypeName } from '../../routing/versioning/versioning.js';

export const extraNames = ['docker', 'gitlab'] as const;

/** What `svc new` writes. */
export interface ServicePlan {
  /** As typed, relative to the working directory. */
  readonly directory: string;
  /** The package name. */
  readonly name: string;
  readonly versioning: VersioningTypeName;
  readonly extras: readonly (typeof extraNames)[number][];
}

/** Why a name is not a package name; null if it is one. */
export function packageNameProblem(name: string): string | null {
  if (/^[a-z\d][a-z\d._-]*$/.test(name) && name.length <= 214) return null;
  return 'Use lower-case letters, digits, dots, dashes and underscores, starting with a letter or a digit.';
}

/** A package name from the name of a folder. */
export function suggestName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z\d._-]+/g, '-')
    .replaceAll(/^[^a-z\d]+|-+$/g, '');
  return name === '' ? 'my-service' : name;
}

/** `My service` for `my-service`. */
export function titleOf(name: string): string {
  const words = name.replaceAll(/[-_.]+/g, ' ').trim();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
