import { codeUnitOrder } from '../../text/code-unit-order.js';
import { isDescribed, type ListedRoute } from '../../routing/table/route.js';
import type { ReleaseDays } from '../../routing/versioning/versions.js';
import { deprecationOfRoute, deprecationOfVersion } from '../../routing/versioning/version-deprecation.js';
import { compareVersions } from '../../text/version-order.js';
import { nameOperation } from '../../report/result.js';
import { groupBy } from '../../text/group-by.js';

/** One line of the timeline. */
export interface LifecycleRow {
  readonly label: string;
  readonly version: string | null;
  /** 0: a version; 1: some of its operations. */
  readonly level: 0 | 1;
  readonly operations: number;
  /** Each operation of a row of the level 1, such as 'GET /users'. */
  readonly names: readonly string[];
  readonly deprecation: ListedRoute['deprecation'];
  /** YYYY-MM-DD, of its version; null where nothing says it. */
  readonly released: string | null;
}

/** Names who still uses a row. */
export type UsersOfRow = (row: LifecycleRow) => readonly string[];

/** Each version, followed by its deprecated operations; the unversioned operations come last. */
export function lifecycleRows(routes: readonly ListedRoute[], released: ReleaseDays): readonly LifecycleRow[] {
  const shown = routes.filter(isDescribed);
  const versions = [...new Set(shown.map(({ version }) => version))].sort(unversionedLast);
  return versions.flatMap((version) => {
    const own = shown.filter((route) => route.version === version);
    const groups = groupByDeprecation(own);
    const isWhole = groups.length === 1 && groups[0]!.routes.length === own.length;
    const label = version !== null ? `Version ${version}` : versions.length > 1 ? 'Unversioned' : 'The API';
    const row: LifecycleRow = {
      label,
      version,
      level: 0,
      operations: own.length,
      names: [],
      deprecation: deprecationOfVersion(version, shown),
      released: released(version),
    };
    const parts = groups.map(
      ({ deprecation, routes: group }): LifecycleRow => ({
        label: groupLabel(group),
        version,
        level: 1,
        operations: group.length,
        names: group.map(nameOperation),
        deprecation,
        released: released(version),
      }),
    );
    return [row, ...(isWhole ? [] : parts)];
  });
}

function unversionedLast(a: string | null, b: string | null): number {
  return a === null || b === null ? Number(a === null) - Number(b === null) : compareVersions(a, b);
}

function groupByDeprecation(routes: readonly ListedRoute[]) {
  const deprecated = routes.flatMap((route) => {
    const deprecation = deprecationOfRoute(route);
    return deprecation ? [{ route, deprecation }] : [];
  });
  const groups = groupBy(deprecated, ({ deprecation: { since, sunset, brownouts } }) =>
    JSON.stringify([since, sunset, brownouts]),
  );
  return [...groups]
    .sort(([a], [b]) => codeUnitOrder(a, b))
    .map(([, group]) => ({ deprecation: group[0].deprecation, routes: group.map(({ route }) => route) }));
}

function groupLabel([first, ...rest]: readonly ListedRoute[]): string {
  return rest.length === 0 ? nameOperation(first!) : `${rest.length + 1} operations`;
}
