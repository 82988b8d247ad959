import { codeUnitOrder } from '../text/code-unit-order.js';
import type { TypeDeclaration } from './declare-types.js';
import type { ClientVersion } from './describe-version.js';
import { moduleWord } from './module-name.js';
import type { SharedType } from './share-types.js';
import { groupBy } from '../text/group-by.js';

/** Paths that the same versions have. */
export interface PathGroup {
  /** `Paths_v1_to_v3_v5` */
  readonly name: string;
  /** Positions of versions. */
  readonly versions: readonly number[];
  readonly paths: readonly PathEntry[];
  /** Whether a version has to say which types it means. */
  readonly isGeneric: boolean;
}

interface PathEntry {
  readonly path: string;
  readonly operations: readonly { readonly method: string; readonly type: SharedType }[];
  readonly versions: readonly number[];
}

/** Groups every path with the types of its operations by the versions that have it. */
export function groupPaths(
  declarations: readonly TypeDeclaration[],
  versions: readonly ClientVersion[],
): readonly PathGroup[] {
  const types = new Map(
    declarations.flatMap(({ type }) => type.versions.map((version) => [`${version} ${type.name}`, type] as const)),
  );
  const entries = listPaths(versions, (version, name) => types.get(`${version} ${name}`)!);
  return [...groupBy(entries, (entry) => entry.versions.join()).values()].map((paths) => ({
    name: `Paths_${nameVersions(paths[0].versions, versions)}`,
    versions: paths[0].versions,
    paths,
    isGeneric: paths.some(({ operations }) => operations.some(({ type }) => type.isGeneric)),
  }));
}

function listPaths(
  versions: readonly ClientVersion[],
  typeOf: (version: number, name: string) => SharedType,
): readonly PathEntry[] {
  const entries = new Map<string, PathEntry & { versions: number[] }>();
  versions.forEach(({ operations }, version) => {
    for (const [path, own] of groupBy(operations, (one) => one.path)) {
      const described = own.map(({ method, type }) => ({ method: method.toLowerCase(), type: typeOf(version, type) }));
      const key = [path, ...described.flatMap(({ method, type }) => [method, type.id])].join(' ');
      const known = entries.get(key);
      if (known) known.versions.push(version);
      else entries.set(key, { path, operations: described, versions: [version] });
    }
  });
  return [...entries.values()].sort((a, b) => codeUnitOrder(a.path, b.path));
}

/** `v1_to_v3_v5` */
function nameVersions(set: readonly number[], versions: readonly ClientVersion[]): string {
  const ranges: (readonly [number, number])[] = [];
  for (const position of set) {
    const last = ranges.at(-1);
    if (last?.[1] === position - 1) ranges[ranges.length - 1] = [last[0], position];
    else ranges.push([position, position]);
  }
  const nameOf = (position: number) => moduleWord(versions[position]!);
  return ranges.map(([from, to]) => (from === to ? nameOf(from) : `${nameOf(from)}_to_${nameOf(to)}`)).join('_');
}
