import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Route } from '../../routing/table/route.js';

/** What a service is asked. */
export interface ExplainedRequest {
  readonly method: string;
  /** A path with its query. */
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Why a request is answered as it is. */
export interface Explanation {
  readonly request: ExplainedRequest;
  /** Where the version was looked for, and what was found. */
  readonly version: { readonly readFrom: string; readonly named: string | null };
  /** What could answer: the method and path in every version, or the path's other methods. */
  readonly candidates: readonly Route[];
  /** handler: a route answers; mount: a mounted handler gets it; empty: answered without a handler, as OPTIONS is; refusal: nobody answers. */
  readonly outcome: 'handler' | 'mount' | 'empty' | 'refusal';
  /** The sentence that tells the outcome. */
  readonly reason: string;
  readonly route: Route | null;
  /** Decoded, by name. */
  readonly pathValues: Readonly<Record<string, string>>;
  /** Of a success, when what is asked on the way lets the request pass; null where a mounted handler decides. */
  readonly status: number | null;
  readonly headers: FlatHeaders;
  /** What is still asked before the handler runs, in order. */
  readonly asks: readonly string[];
}
