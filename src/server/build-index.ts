import type { RouteTable } from '../routing/table/compile-routes.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import { indexRoutes } from '../routing/matching/index-routes.js';
import type { RouteIndex } from '../routing/matching/route-index.js';
import { compileEndpoint, type EndpointParts } from './endpoint/compile-endpoint.js';
import type { Endpoint } from './endpoint/endpoint.js';

/** Every route of the table as an endpoint, found by method and path. `shared` are the headers of every answer of the app. */
export function buildIndex(
  { routes, bindings }: RouteTable,
  parts: EndpointParts,
  shared: FlatHeaders,
): RouteIndex<Endpoint> {
  return indexRoutes(routes, parts.options, shared, (route, headers) =>
    compileEndpoint(route, bindings.get(route)!, headers, parts),
  );
}
