import { codeUnitOrder } from '../text/code-unit-order.js';
import { pathShape, unversionedPath } from '../routing/table/path.js';
import type { ListedRoute } from '../routing/table/route.js';
import { deprecationOfRoute } from '../routing/versioning/version-deprecation.js';
import { servedVersions } from '../routing/versioning/versions.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import { distinctOperations } from '../diff/causes/group-causes.js';
import type { Finding } from '../diff/finding.js';
import { compareVersionsOfApi } from './compare/compare-versions-of-api.js';
import type { ContractLock } from './lock/contract-lock.js';
import { groupBy } from '../text/group-by.js';

/** An operation in a version: new, the same as in the previous version that has it, changed, or absent. */
export type MatrixMark = 'new' | 'same' | 'changed' | 'absent';

export interface MatrixCell {
  readonly version: string;
  readonly mark: MatrixMark;
  readonly deprecated: boolean;
  /** The titles of the changes that make it from a newer version, the newest first. */
  readonly changes: readonly string[];
  /** Where the operation of the previous version is now; null for one that did not move: `PATCH /users/{id}`. */
  readonly movedTo: string | null;
  /** Where the operations were in the previous version that moved here. */
  readonly movedFrom: readonly string[];
}

export interface MatrixRow {
  readonly method: string;
  /** Without the version. */
  readonly path: string;
  readonly cells: readonly MatrixCell[];
}

/** Every operation in every version, and last in what is not released. Documentation and dates make no difference. */
export function buildMatrix(
  routes: readonly ListedRoute[],
  locks: readonly ContractLock[],
  versioning: VersioningOptions | undefined,
): readonly MatrixRow[] {
  const versions = servedVersions(routes);
  const compare = comparer(locks);
  const moves = mover(compare, versioning);
  return groupRoutes(
    routes.filter(({ hidden }) => !hidden),
    versioning,
  ).map(({ method, path, group }) => {
    const served = (version: string) =>
      group.find((route) => route.version === version) ?? group.find((route) => route.version === null) ?? null;
    const cells = versions.map((version, index): MatrixCell => {
      const route = served(version);
      const previous = versions[index - 1];
      const was = previous === undefined ? null : served(previous);
      const unmoved = { movedTo: null, movedFrom: [] };
      if (!route) {
        const movedTo = was && moves(previous!, version).find(({ from }) => from === nameIn(was, versioning));
        return { version, mark: 'absent', deprecated: false, changes: [], ...unmoved, movedTo: movedTo?.to ?? null };
      }
      const before = versions
        .slice(0, index)
        .toReversed()
        .find((older) => served(older) !== null);
      const mark =
        before === undefined ? 'new' : isSame(served(before)!, route, compare(before, version)) ? 'same' : 'changed';
      const deprecated = deprecationOfRoute(route) !== null;
      const movedFrom =
        previous === undefined
          ? []
          : moves(previous, version).flatMap(({ from, to }) => (to === nameIn(route, versioning) ? [from] : []));
      return { version, mark, deprecated, changes: route.changes.map(({ title }) => title), ...unmoved, movedFrom };
    });
    return { method, path, cells };
  });
}

function isSame(before: ListedRoute, route: ListedRoute, findings: readonly Finding[]): boolean {
  const isAbout = (finding: Finding) =>
    distinctOperations([finding]).some(({ method, path }) => method === route.method && path === route.path);
  return before === route || !findings.some(isAbout);
}

/** `GET /users/{id}`, without the version. */
const nameIn = (route: Pick<ListedRoute, 'method' | 'path' | 'version'>, versioning: VersioningOptions | undefined) =>
  `${route.method} ${unversionedPath(route, versioning)}`;

interface Move {
  readonly from: string;
  readonly to: string;
}

/** The operations that a version moved, by their addresses without the version; lists them once for two versions. */
function mover(
  compare: (base: string, revision: string) => readonly Finding[],
  versioning: VersioningOptions | undefined,
): (base: string, revision: string) => readonly Move[] {
  const known = new Map<string, readonly Move[]>();
  const shown = (name: string, version: string) => {
    const [method = '', path = ''] = name.split(' ');
    return nameIn({ method: method as ListedRoute['method'], path, version }, versioning);
  };
  return (base, revision) => {
    const key = `${base} ${revision}`;
    const moves =
      known.get(key) ??
      compare(base, revision).flatMap(({ moved }) =>
        moved && moved.from !== moved.to ? [{ from: shown(moved.from, base), to: shown(moved.to, revision) }] : [],
      );
    known.set(key, moves);
    return moves;
  };
}

/** Compares two versions once, at the first call. */
function comparer(locks: readonly ContractLock[]): (base: string, revision: string) => readonly Finding[] {
  const known = new Map<string, readonly Finding[]>();
  return (base, revision) => {
    const key = `${base} ${revision}`;
    const [from, to] = [base, revision].map((version) => locks.find((lock) => lock.version === version));
    const findings = known.get(key) ?? (from && to ? compareVersionsOfApi(from, to, { asOf: '1970-01-01' }) : []);
    known.set(key, findings);
    return findings;
  };
}

function groupRoutes(routes: readonly ListedRoute[], versioning: VersioningOptions | undefined) {
  const groups = groupBy(routes, (route) => `${pathShape(unversionedPath(route, versioning))} ${route.method}`);
  return [...groups]
    .sort(([a], [b]) => codeUnitOrder(a, b))
    .map(([, group]) => ({ method: group[0].method, path: unversionedPath(group[0], versioning), group }));
}
