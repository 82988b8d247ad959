import type { RouteCall } from '../../routing/table/observing-options.js';
import type { Exchange } from './exchange.js';

/** A request as `around` and `usage.consumer` see it. Everything but the request may become known on the way. */
export function routeCall(exchange: Exchange): RouteCall {
  return {
    req: exchange.req,
    get route() {
      return exchange.endpoint.route;
    },
    get version() {
      return exchange.version;
    },
    get caller() {
      return exchange.caller;
    },
    get traceId() {
      return exchange.trace.traceId;
    },
  };
}
