import type { IncomingHttpHeaders } from 'node:http';
import type { HttpError } from '../table/http-error.js';
import type { Method, Route } from '../table/route.js';
import type { FlatHeaders } from './flat-headers.js';

/** What is decided on: an IncomingMessage has it, and so has a request that is only described. */
export interface RequestHead {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** What stands for a route in the index, with the headers of all its answers. */
export interface RouteAnswer {
  readonly route: Route;
  readonly headers: FlatHeaders;
}

/** A route answers: its steps come next. */
export class Match<Answer> {
  readonly kind = 'endpoint';
  constructor(
    readonly endpoint: Answer,
    /** The path's parameters by position, decoded. */
    readonly values: readonly string[],
    /** The query without its question mark. */
    readonly search: string,
  ) {}
}

/** An error answers; `headers` go with it beside the error's own. */
export interface Refusal<Answer> {
  readonly kind: 'refusal';
  readonly error: HttpError;
  readonly headers: FlatHeaders;
  /** The route that would have answered; null when there is none. */
  readonly endpoint: Answer | null;
}

/** The answer is a status and headers: a preflight's, or that of OPTIONS. */
export interface EmptyAnswer {
  readonly kind: 'empty';
  readonly status: 204;
  readonly headers: FlatHeaders;
  /** Of a preflight: the methods of the address, which the CORS headers list. null: not a preflight. */
  readonly preflight: readonly Method[] | null;
}

/** No route has the address: the mounted handlers are asked. */
export interface Mounted<Answer> {
  readonly kind: 'mount';
  /** The mount that covers the address; null: only what was added to the Express app by hand could answer. */
  readonly path: string | null;
  readonly headers: FlatHeaders;
  /** The answer when none of them does. */
  readonly declined: () => Refusal<Answer> | EmptyAnswer;
}

/** Who answers a request. */
export type Decision<Answer> = Match<Answer> | Refusal<Answer> | EmptyAnswer | Mounted<Answer>;
