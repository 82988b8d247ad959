import { isAnsweredAlike } from '../../routing/matching/answered-alike.js';
import { groupBy } from '../../text/group-by.js';
import { pathShape } from '../../routing/table/path.js';
import { isDescribed, type Route } from '../../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../../routing/versioning/versioning.js';
import { defaultVersions, servedVersions, unknownVersion, versionsOf } from '../../routing/versioning/versions.js';

/** The version whose document stands for the whole API: a default version, else the highest; null where one document holds all. */
export function defaultDocumentVersion(
  routes: readonly Pick<Route, 'version'>[],
  versioning: VersioningOptions | undefined,
): string | null {
  if (!versioningScheme(versioning)?.sharesPaths) return null;
  const versions = versionsOf(routes);
  return defaultVersions(versioning).find((version) => versions.includes(version)) ?? versions.at(-1) ?? null;
}

/** Thrown when a document is asked for in a version that no route has. */
export class UnknownVersionError extends Error {
  override readonly name = 'UnknownVersionError';
  constructor(
    readonly version: string,
    readonly versions: readonly string[],
  ) {
    super(unknownVersion(version, versions));
  }
}

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
  const { names, shown, shownOf, byVersion } = routeListOf(all);
  if (apiVersion !== undefined && apiVersion !== null && !names.includes(apiVersion))
    throw new UnknownVersionError(apiVersion, versionsOf(all));
  if (version === null) return { version, routes: shown };
  const own = new Set(byVersion.get(version)?.map(operationKey));
  const neutral = (shownOf.get(null) ?? []).filter(({ route }) => !own.has(operationKey(route)));
  const placed = [...(shownOf.get(version) ?? []), ...neutral].sort((one, other) => one.place - other.place);
  return { version, routes: placed.map(({ route }) => route) };
}

/** What the document of each version asks about the same routes. */
export interface RouteList {
  readonly names: readonly string[];
  readonly shown: readonly Route[];
  /** Those of a version, with their places among all. */
  readonly shownOf: ReadonlyMap<string | null, readonly { readonly route: Route; readonly place: number }[]>;
  readonly byVersion: ReadonlyMap<string | null, readonly Route[]>;
  /** The operations that have a version, and those that have none. */
  readonly versioned: ReadonlySet<string>;
  readonly neutral: ReadonlySet<string>;
  /** The operations that an application answers alike in every version. */
  readonly alike: ReadonlySet<string>;
}

const lists = new WeakMap<readonly Route[], RouteList>();

/** Read once for a list of routes. */
export function routeListOf(all: readonly Route[]): RouteList {
  const known = lists.get(all);
  if (known) return known;
  const keysOf = (routes: readonly Route[]) => new Set(routes.map(operationKey));
  const names = servedVersions(all);
  const shown = all.filter(isDescribed);
  const list = {
    names,
    shown,
    shownOf: groupBy(
      shown.map((route, place) => ({ route, place })),
      ({ route }) => route.version,
    ),
    byVersion: groupBy(all, ({ version }) => version),
    versioned: keysOf(all.filter(({ version }) => version !== null)),
    neutral: keysOf(all.filter(({ version }) => version === null)),
    alike: new Set(
      [...groupBy(all, operationKey)].flatMap(([key, group]) => (isAnsweredAlike(group, names) ? [key] : [])),
    ),
  };
  lists.set(all, list);
  return list;
}

export function operationKey({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `${method} ${pathShape(path)}`;
}
