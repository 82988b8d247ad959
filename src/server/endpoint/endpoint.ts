import type { Route } from '../../routing/table/route.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Exchange } from './exchange.js';

/** What a step waits for: a promise, or anything that goes on or refuses, once. */
export interface Wait {
  then(proceed: () => void, refuse: (error: unknown) => void): unknown;
}

/** One thing that happens to a request; throws to refuse. */
export type Step = (exchange: Exchange) => void | Wait;

/** A route made ready at boot: nothing is decided per request that could be decided here. */
export interface Endpoint {
  readonly route: Route;
  readonly steps: readonly Step[];
  readonly handle: (exchange: Exchange) => unknown;
  /** The same for every answer: security headers, deprecation, Vary. */
  readonly headers: FlatHeaders;
  /** The same with the content type of a success. */
  readonly successHeaders: FlatHeaders;
  /** The success is declared as another media type than JSON: text and bytes are sent as they are. */
  readonly raw: boolean;
  /** Names of the path's parameters by position. */
  readonly parameters: readonly string[];
  readonly trustProxy: number | false;
}
