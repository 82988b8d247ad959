import type { RouteAnswer } from '../../routing/matching/decision.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Route } from '../../routing/table/route.js';
import type { Endpoint } from './exchange.js';

/** A route of the index, with its endpoint. */
export class ServedRoute implements RouteAnswer {
  #endpoint: Endpoint | null = null;

  constructor(
    readonly route: Route,
    /** Those of every answer. */
    readonly headers: FlatHeaders,
    readonly compile: () => Endpoint,
  ) {}

  /** Made by the first request that asks: an API with fifty versions has many endpoints that nobody calls. */
  get endpoint(): Endpoint {
    return (this.#endpoint ??= this.compile());
  }
}
