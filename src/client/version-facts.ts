import { nameOperation } from '../report/result.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import { objectAt } from '../json/json.js';
import { isJson } from '../routing/table/responses.js';
import type { ClientVersion, PathSegment } from './describe-version.js';
import { type KnownDeprecation, knownDeprecations } from './known-deprecations.js';

/** What the client of a version knows about it; `templates/client/client.ts` reads it. */
export interface VersionFacts {
  readonly version: string | null;
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly segment?: PathSegment;
  readonly paths?: Readonly<Record<string, string>>;
  readonly deprecated?: readonly KnownDeprecation[];
  /** The media types of bodies that are not JSON, by operation: `POST /files`. */
  readonly bodies?: Readonly<Record<string, string>>;
}

/** The facts of each version, without what it has none of; one with previews on has those of its version. */
export function versionFacts(versions: readonly ClientVersion[], baseUrl?: string): readonly VersionFacts[] {
  const released = versions.filter(({ previews }) => previews.length === 0);
  const facts = factsOf(released, baseUrl);
  const own = released.map((version, position) => {
    const all = withOperationsOf(versions, version);
    return all === version ? facts[position]! : factsOf(released.with(position, all), baseUrl)[position]!;
  });
  return versions.map(({ version }) => own[released.findIndex((one) => one.version === version)]!);
}

/** A version with the operations that only its previews have. */
function withOperationsOf(versions: readonly ClientVersion[], own: ClientVersion): ClientVersion {
  const found = new Map(own.operations.map((one) => [nameOperation(one), one]));
  for (const { version, operations } of versions)
    if (version === own.version)
      for (const one of operations) if (!found.has(nameOperation(one))) found.set(nameOperation(one), one);
  return found.size === own.operations.length ? own : { ...own, operations: [...found.values()] };
}

function factsOf(versions: readonly ClientVersion[], baseUrl: string | undefined): readonly VersionFacts[] {
  const deprecations = knownDeprecations(versions);
  return versions.map((version, position) => ({
    version: version.version,
    baseUrl: baseUrl ?? version.server,
    ...(Object.keys(version.mark.headers).length > 0 && { headers: version.mark.headers }),
    ...(Object.keys(version.mark.query).length > 0 && { query: version.mark.query }),
    ...placePaths(version),
    ...(deprecations[position]!.length > 0 && { deprecated: deprecations[position]! }),
    ...otherBodies(version),
  }));
}

function otherBodies({ operations }: ClientVersion): Pick<VersionFacts, 'bodies'> {
  const bodies = operations.flatMap(({ method, path, operation: { node, document } }) => {
    const mediaTypes = Object.keys(objectAt(document.resolve(node['requestBody'])['content']));
    return mediaTypes.length === 0 || mediaTypes.some(isJson) ? [] : [[`${method} ${path}`, mediaTypes[0]!] as const];
  });
  return bodies.length > 0 ? { bodies: Object.fromEntries(bodies) } : {};
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
