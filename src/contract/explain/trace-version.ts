import type { Entry } from '../../routing/matching/entry.js';
import type { RouteIndex } from '../../routing/matching/route-index.js';
import { uriVersionReader } from '../../routing/versioning/uri-versions.js';
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
  const versioning = options.versioning || undefined;
  if (!versioning) return { readFrom: 'nowhere: this API has no versions', named: null };
  if (versioning.type === 'uri') {
    return {
      readFrom: `the path's segment ${versioning.prefix ?? 'v'}<version>`,
      named: route ? route.version : uriVersionReader(routes, options)(url),
    };
  }
  const place =
    versioning.type === 'header'
      ? `the header ${versioning.header}`
      : `the parameter ${versioning.key}<version> of Accept`;
  if (entry && entry.readVersion === null)
    return { readFrom: `nowhere: this address has no versions (elsewhere it is ${place})`, named: null };
  return { readFrom: place, named: entry?.readVersion?.({ headers }) || null };
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
