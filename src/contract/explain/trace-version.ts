import type { Entry } from '../../routing/matching/entry.js';
import type { RouteIndex } from '../../routing/matching/route-index.js';
import { versioningScheme } from '../../routing/versioning/versioning.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import { pathShape, unversionedPath } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { RoutingOptions } from '../../routing/table/service-options.js';
import type { ExplainedRequest, Explanation } from './explanation.js';

/** Where the version of a request is read. */
export function traceVersion(
  { headers, url }: ExplainedRequest,
  entry: Entry<unknown> | null,
  route: Route | null,
  routes: readonly Route[],
  options: RoutingOptions,
): Explanation['version'] {
  const scheme = versioningScheme(options.versioning);
  if (!scheme) return { readFrom: 'nowhere: this API has no versions', named: null };
  const place = scheme.description;
  if (!scheme.sharesPaths) {
    const { read } = scheme.locate({ prefix: options.prefix ?? '', versions: versionsOf(routes) });
    return { readFrom: place, named: route ? route.version : read({ url, headers }) || null };
  }
  if (entry && entry.readVersion === null)
    return { readFrom: `nowhere: this address has no versions (elsewhere it is ${place})`, named: null };
  return { readFrom: place, named: entry?.readVersion?.({ url, headers }) || null };
}

/** The routes among which is chosen: the same method and path in every version, or what else the address has. */
export function candidatesFor(
  { url }: ExplainedRequest,
  method: string | null,
  route: Route | null,
  index: RouteIndex<{ readonly route: Route }>,
  routes: readonly Route[],
  { versioning }: RoutingOptions,
): readonly Route[] {
  if (route) {
    const shape = pathShape(unversionedPath(route, versioning));
    return routes.filter((other) => other.method === method && pathShape(unversionedPath(other, versioning)) === shape);
  }
  try {
    return index
      .findAll(url)
      .flatMap(({ method: own, entry }) =>
        own === entry.method
          ? [...entry.byVersion.values(), ...(entry.neutral ? [entry.neutral] : [])].map((answer) => answer.route)
          : [],
      );
  } catch {
    return [];
  }
}
