import { codeUnitOrder } from '../text/code-unit-order.js';
import type { ClientVersion, PathSegment } from './describe-version.js';
import { type KnownDeprecation, knownDeprecations } from './known-deprecations.js';

/** What the client of a version is told about it; `templates/client/client.ts` reads it. */
export interface VersionFacts {
  readonly version: string | null;
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly segment?: PathSegment;
  readonly paths?: Readonly<Record<string, string>>;
  readonly deprecated?: readonly KnownDeprecation[];
}

/** The facts of each version, without what it has none of. */
export function versionFacts(versions: readonly ClientVersion[], baseUrl?: string): readonly VersionFacts[] {
  const deprecations = knownDeprecations(versions);
  return versions.map((version, position) => ({
    version: version.version,
    baseUrl: baseUrl ?? version.server,
    ...(Object.keys(version.mark.headers).length > 0 && { headers: version.mark.headers }),
    ...(Object.keys(version.mark.query).length > 0 && { query: version.mark.query }),
    ...placePaths(version),
    ...(deprecations[position]!.length > 0 && { deprecated: deprecations[position]! }),
  }));
}

/** How the paths of a client become those of the document: the segment that most of them get, and the paths that get another or none. */
function placePaths({ operations }: ClientVersion): Pick<VersionFacts, 'segment' | 'paths'> {
  const placed = operations.filter(({ segment }) => segment !== null).map(({ segment }) => JSON.stringify(segment));
  const counts = new Map<string, number>();
  for (const place of placed) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [most] = [...counts].sort(([a, countA], [b, countB]) => countB - countA || codeUnitOrder(a, b));
  if (!most) return {};
  const segment = JSON.parse(most[0]) as PathSegment;
  const others = operations
    .filter(({ path, segment: own }) => JSON.stringify(own) !== most[0] && (own || path.startsWith(segment.before)))
    .map(({ path, operation }) => [path, operation.path] as const);
  return { segment, ...(others.length > 0 && { paths: Object.fromEntries(others) }) };
}
