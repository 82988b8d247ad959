import { unknownName } from '../../text/nearest-name.js';
import type { Versions } from '../../changes/known-versions.js';
import { compareVersions, NEXT, releaseDay } from '../../text/version-order.js';

/** Whether a value is a version: one path segment of letters, digits, '.', '_', '~' and '-'. */
export function isVersion(value: unknown): value is string {
  return typeof value === 'string' && /^[\w.~-]+$/.test(value) && value !== '.' && value !== '..';
}

/** The released versions that routes are served in, the lowest first. */
export function versionsOf(routes: Iterable<{ readonly version: string | null }>): readonly string[] {
  const versions = new Set<string>();
  for (const { version } of routes) if (version !== null && version !== NEXT) versions.add(version);
  return [...versions].sort(compareVersions);
}

/** What requests may name: the released versions, and `next` where routes are served in it. */
export function servedVersions(routes: readonly { readonly version: string | null }[]): readonly string[] {
  return [...versionsOf(routes), ...(routes.some(({ version }) => version === NEXT) ? [NEXT] : [])];
}

/** The day on which each version was released (YYYY-MM-DD); null for a version of which nothing says it. */
export type ReleaseDays = (version: string | null) => string | null;

/** The declared days; without a declaration, a version was released on the day that its name is. */
export function releaseDays(versioning: { readonly versions?: Versions } | undefined): ReleaseDays {
  const declared = new Map(versioning?.versions?.released.map(({ version, released }) => [version, released]));
  return (version) => (version === null ? null : (declared.get(version) ?? releaseDay(version)));
}

/** The default versions in the order in which they are given; none without versioning. */
export function defaultVersions(
  versioning: { readonly defaultVersion?: string | readonly string[] } | undefined,
): readonly string[] {
  const { defaultVersion = [] } = versioning ?? {};
  return typeof defaultVersion === 'string' ? [defaultVersion] : defaultVersion;
}

/** `Unknown version "9". Available: 1, 2.` */
export function unknownVersion(version: string, available: readonly string[]): string {
  return unknownName('version', version, available, available.length === 0 ? 'The API has no versions.' : '');
}
