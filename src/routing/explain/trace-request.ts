import type { RouteAnswer } from '../matching/decision.js';
import type { Entry } from '../matching/entry.js';
import type { RouteIndex } from '../matching/route-index.js';
import { pathShape, unversionedPath } from '../table/path.js';
import { handlerName, type Route } from '../table/route.js';
import type { RoutingOptions } from '../table/service-options.js';
import { versioningScheme } from '../versioning/versioning.js';
import { servedVersions } from '../versioning/versions.js';
import type { ExplainedRequest, Explanation } from './explanation.js';

/** Where the version is read, and the routes that could answer. `route` is the one that does. */
export function traceRequest(
  request: ExplainedRequest,
  route: Route | null,
  index: RouteIndex<RouteAnswer>,
  routes: readonly Route[],
  options: RoutingOptions,
): Pick<Explanation, 'version' | 'candidates'> {
  const entry = index.find(request.method, request.url);
  return {
    version: traceVersion(request, entry, route, routes, options),
    candidates: entry ? sameOperation(entry, route, routes, options) : otherMethods(request, index),
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
  const scheme = versioningScheme(options.versioning);
  if (!scheme) return { readFrom: 'nowhere: this API has no versions', named: null };
  const place = scheme.description;
  if (!scheme.sharesPaths) {
    const { read } = scheme.locate({ prefix: options.prefix ?? '', versions: servedVersions(routes) });
    return { readFrom: place, named: route ? route.version : read({ url, headers }) || null };
  }
  if (entry && entry.readVersion === null)
    return { readFrom: `nowhere: this address has no versions (elsewhere it is ${place})`, named: null };
  return { readFrom: place, named: entry?.readVersion?.({ url, headers }) || null };
}

/** The same method and path in every version; `answering` in place of what it is without the previews that act. */
function sameOperation(
  entry: Entry<RouteAnswer>,
  answering: Route | null,
  routes: readonly Route[],
  { versioning }: RoutingOptions,
): readonly Route[] {
  const { route } = [...entry.byVersion.values(), entry.neutral, entry.fallback].find((answer) => answer !== null)!;
  const shape = pathShape(unversionedPath(route, versioning));
  return routes
    .filter((other) => other.method === entry.method && pathShape(unversionedPath(other, versioning)) === shape)
    .map((other) => (answering && isSameHandler(other, answering) ? answering : other));
}

const isSameHandler = (one: Route, other: Route): boolean =>
  one.version === other.version && handlerName(one) === handlerName(other);

/** What the address answers under other methods. */
function otherMethods({ url }: ExplainedRequest, index: RouteIndex<RouteAnswer>): readonly Route[] {
  return index
    .findAll(url)
    .flatMap(({ method, entry }) =>
      method === entry.method
        ? [...entry.byVersion.values(), ...(entry.neutral ? [entry.neutral] : [])].map((answer) => answer.route)
        : [],
    );
}
