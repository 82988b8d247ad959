import type { FlatHeaders } from '../matching/flat-headers.js';
import type { Route } from '../table/route.js';

/** The request to explain. */
export interface ExplainedRequest {
  readonly method: string;
  /** A path with its query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The version that the caller is pinned to. */
  readonly pin?: string | undefined;
}

/** Who answers a request, and why. */
export interface Explanation {
  readonly request: ExplainedRequest;
  /** Where the version is read from, and which one the request names. */
  readonly version: { readonly readFrom: string; readonly named: string | null };
  /** The routes that could answer: the method and path in every version, or the path's other methods. */
  readonly candidates: readonly Route[];
  /** handler: a route answers; mount: a mounted handler or an application behind the routes answers; empty: no handler is needed, as for OPTIONS; refusal: an error answers. */
  readonly outcome: 'handler' | 'mount' | 'empty' | 'refusal';
  /** The outcome in one sentence. */
  readonly reason: string;
  readonly route: Route | null;
  /** Decoded, by name. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** The status when every step lets the request pass; null where what is mounted or behind the routes decides. */
  readonly status: number | null;
  readonly headers: FlatHeaders;
  /** The steps before the handler, in order. */
  readonly asks: readonly string[];
}
