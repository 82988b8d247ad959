import { isDecodable } from '../../routing/matching/decide.js';
import type { RouteAnswer } from '../../routing/matching/decision.js';
import type { Entry } from '../../routing/matching/entry.js';
import type { RouteIndex } from '../../routing/matching/route-index.js';
import { pathShape, unversionedPath } from '../../routing/table/path.js';
import type { Route } from '../../routing/table/route.js';
import type { RoutingOptions } from '../../routing/table/service-options.js';
import { uriVersionReader } from '../../routing/versioning/uri-versions.js';
import type { ExplainedRequest, Explanation } from './explanation.js';

/** What there was to choose from: where the version is read, and the routes that could answer. `route` is the one that does. */
export function traceRequest(
  request: ExplainedRequest,
  route: Route | null,
  index: RouteIndex<RouteAnswer>,
  routes: readonly Route[],
  options: RoutingOptions,
): Pick<Explanation, 'version' | 'candidates'> {
  const entry = isDecodable(request.url) ? (index.find(request.method, request.url)?.entry ?? null) : null;
  return {
    version: traceVersion(request, entry, route, routes, options),
    candidates: entry ? versionsOf(entry, routes, options) : otherMethods(request, index),
  };
}

/** Where the version of a request is read. */
function traceVersion(
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

/** The same method and path in every version. */
function versionsOf(
  entry: Entry<RouteAnswer>,
  routes: readonly Route[],
  { versioning }: RoutingOptions,
): readonly Route[] {
  const { route } = [...entry.byVersion.values(), entry.neutral, entry.fallback].find((answer) => answer !== null)!;
  const shape = pathShape(unversionedPath(route, versioning));
  return routes.filter(
    (other) => other.method === entry.method && pathShape(unversionedPath(other, versioning)) === shape,
  );
}

/** What the address answers under other methods. */
function otherMethods({ url }: ExplainedRequest, index: RouteIndex<RouteAnswer>): readonly Route[] {
  if (!isDecodable(url)) return [];
  return index
    .findAll(url)
    .flatMap(({ method, entry }) =>
      method === entry.method
        ? [...entry.byVersion.values(), ...(entry.neutral ? [entry.neutral] : [])].map((answer) => answer.route)
        : [],
    );
}
