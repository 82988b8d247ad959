import { distinctOperations } from '../diff/causes/group-causes.js';
import { operationChangesOf } from '../routing/changes/operation.js';
import { schemasOf } from '../export/document/schemas-of.js';
import { zodTreeOf } from '../schema/foreign/zod-tree-of.js';
import type { Versions } from '../changes/known-versions.js';
import type { Hop } from '../changes/hop.js';
import { pathShape, unversionedPath } from '../routing/table/path.js';
import { handlerName, type Route } from '../routing/table/route.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import { injectableName } from '../wiring/token.js';
import type { Finding } from '../diff/finding.js';
import type { LawFinding } from './law-finding.js';

interface Api {
  readonly versions: Versions;
  readonly routes: readonly Route[];
  readonly versioning: VersioningOptions | undefined;
  readonly differences: (older: string, newer: string) => readonly Finding[];
}

/**
 * Operations that two handlers serve in neighbouring versions, with different documents and no change that says so. A version
 * range explains that an operation is absent; what one handler serves in both versions differs by its changes only.
 * A version with a behaviour has said that something differs.
 */
export const unexplainedDifferences = (api: Api): readonly LawFinding[] =>
  judgedHops(api).flatMap((hop) => differencesOf(api, hop));

/** Whether some operation may differ so, for which documents have to be compared. */
export const mayDifferUnexplained = (api: Omit<Api, 'differences'>): boolean =>
  judgedHops(api).some((hop) => pairsOf(api, hop).length > 0);

function judgedHops({ versions }: Pick<Api, 'versions'>): readonly Hop[] {
  const behaving = new Set(
    versions.list.filter(({ behaviours }) => behaviours.length > 0).map(({ version }) => version),
  );
  return versions
    .hopsBetween(versions.live, versions.names[0]!)
    .filter(({ version }) => !behaving.has(version))
    .toReversed();
}

const placeOf = (method: string, path: string, version: string, { versioning }: Pick<Api, 'versioning'>) =>
  `${method} ${pathShape(unversionedPath({ path, version }, versioning))}`;

/** What two handlers serve at one place in both versions. */
function pairsOf(api: Omit<Api, 'differences'>, hop: Hop) {
  const { routes } = api;
  const servedIn = (version: string) =>
    new Map(
      routes
        .filter((route) => route.version === version)
        .map((route) => [placeOf(route.method, route.path, version, api), route]),
    );
  const older = servedIn(hop.previous);
  return [...servedIn(hop.version)].flatMap(([place, newer]) => {
    const former = older.get(place);
    return former && handlerName(former) !== handlerName(newer) && !isExplained(hop, former, newer)
      ? [{ place, former, newer }]
      : [];
  });
}

function differencesOf(api: Api, hop: Hop): readonly LawFinding[] {
  const pairs = pairsOf(api, hop);
  if (pairs.length === 0) return [];
  const found = api.differences(hop.previous, hop.version).filter(({ family }) => family !== 'ids-and-tags');
  const of = (place: string) =>
    found.filter((finding) =>
      distinctOperations([finding]).some(({ method, path }) =>
        [hop.version, hop.previous].some((version) => placeOf(method, path, version, api) === place),
      ),
    );
  return pairs.flatMap(({ place, former, newer }) => {
    const own = of(place);
    return own.length === 0 ? [] : [findingOf(hop, former, newer, own)];
  });
}

/** A change that names either handler, or a schema of theirs. */
function isExplained(hop: Hop, former: Route, newer: Route): boolean {
  const names = [handlerName(former), handlerName(newer)];
  const isNamed = hop.changes.some((change) =>
    operationChangesOf(change).some(({ controller, handler }) =>
      names.includes(`${injectableName(controller())}.${handler}`),
    ),
  );
  return (
    isNamed ||
    [former, newer].some((route) =>
      schemasOf(route).some(({ schema, role }) => {
        // Changes of schemas do not convert headers of answers.
        const tree = role === 'Header' ? null : zodTreeOf(schema);
        return tree !== null && hop.touches(tree);
      }),
    )
  );
}

function findingOf(
  { version, previous }: Hop,
  former: Route,
  newer: Route,
  differences: readonly Finding[],
): LawFinding {
  const law = 'difference-unexplained';
  const name = `${newer.method} ${newer.path}`;
  return Object.freeze({
    law,
    change: null,
    version,
    subject: name,
    direction: null,
    message: `${name} differs between version ${previous} (${handlerName(former)}) and version ${version} (${handlerName(newer)}), and no change explains it.`,
    fix: `Serve both with ${handlerName(newer)} and a change, or declare the difference in version ${version}: a change that names the operation, or a behaviour.`,
    source: newer.source,
    details: differences.slice(0, 5).map(({ message }) => ['difference', message] as const),
  });
}
