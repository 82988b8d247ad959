import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RegisteredCaller, RequestTrace } from '../../routing/declare/route-schemas.js';
import type { Behaviour } from '../../changes/behaviour.js';
import { clientAddress } from '../request/client-address.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Versions } from '../../changes/known-versions.js';
import type { HttpError } from '../../routing/table/http-error.js';
import type { Passage } from '../../routing/changes/passage.js';
import type { Route } from '../../routing/table/route.js';
import { keepHeaders, setHeaders } from '../headers/merge-headers.js';
import { traceOf } from '../request/read-trace.js';
import { prepare } from '../respond/send-whole.js';
import type { Write } from './write-answer.js';
import type { WriteProblem } from './write-problem.js';

const none: FlatHeaders = Object.freeze([]);

/** What a step waits for: a promise, or anything that proceeds or refuses once. */
export interface Wait {
  then(proceed: () => void, refuse: (error: unknown) => void): unknown;
}

/** One thing that happens to a request; throws to refuse. */
export type Step = (exchange: Exchange) => void | Wait;

/** Where the result of an endpoint goes. */
export interface Answers {
  answer(exchange: Exchange, value: unknown): void;
  refuse(exchange: Exchange, error: unknown): void;
  /** Logs an error that comes too late for the answer. */
  report(exchange: Exchange, error: unknown): void;
}

/** Starts an endpoint on a request, or the refusal that was decided before its steps. */
export type Start = (exchange: Exchange, answers: Answers, refusal: HttpError | null) => void;

/** A route made ready at boot, so that requests repeat no decision. */
export interface Endpoint {
  readonly route: Route;
  readonly start: Start;
  readonly steps: readonly Step[];
  readonly handle: (exchange: Exchange) => unknown;
  /** Those of every answer: security headers, deprecation, Vary. */
  readonly headers: FlatHeaders;
  /** The same with the content type of a success. */
  readonly successHeaders: FlatHeaders;
  /** Makes the body of a success. */
  readonly write: Write;
  /** Makes the body of a problem. */
  readonly writeProblem: WriteProblem;
  /** How the version gets to the handler and back; null where it is the handler's own. */
  readonly passage: Passage | null;
  /** The names of the path's parameters by position. */
  readonly parameters: readonly string[];
  readonly trustProxy: number | false;
  /** Of the API, where they are listed. */
  readonly versions: Versions | undefined;
  /** How many steps run until the caller is known, whose pin or previews may then choose another endpoint. */
  readonly stepsToCaller: number;
}

/** One request at an endpoint; handlers see it as `Input`. */
export class Exchange {
  params: unknown;
  query: unknown;
  headers: unknown;
  cookies: unknown;
  body: unknown;
  caller: RegisteredCaller | null = null;
  /** The bytes of the body, once read. */
  rawBody: Buffer | undefined;
  /** The body before its schema read it, or its last item, where an application answers. */
  sent: { readonly text: string; readonly value: unknown } | undefined;
  /** The CORS headers of this request, one list for each origin; those that are on the response are not among them. */
  crossOrigin: FlatHeaders = none;
  /** The other headers of this request alone, as long as they are not on the response. */
  own: FlatHeaders = none;
  #trace: RequestTrace | undefined;

  constructor(
    readonly req: IncomingMessage,
    /** Without the endpoint's headers; `res` has them. An application that answers may have taken it, and left another that sends. */
    public response: ServerResponse,
    /** The caller's pin may replace it. */
    public endpoint: Endpoint,
    /** The path's parameters by position. */
    readonly pathValues: readonly string[],
    /** Whether middleware or an outer application has the response too, and may read or end it. */
    readonly isShared: boolean,
  ) {}

  /** Allows the origin of this request. */
  allowOrigin(headers: FlatHeaders): void {
    this.crossOrigin = headers;
    if (this.isShared) this.placeHeaders();
  }

  /** Adds headers of this request alone. They replace those on the response. */
  addHeaders(headers: FlatHeaders): void {
    this.own = this.own.length === 0 ? headers : [...this.own, ...headers];
    if (this.isShared) this.placeHeaders();
  }

  /** Puts the request's own headers on the response, where others see and replace them. */
  placeHeaders(): void {
    setHeaders(this.response, this.crossOrigin);
    setHeaders(this.response, this.own);
    this.crossOrigin = none;
    this.own = none;
  }

  /** The response with the endpoint's headers on it, so that a handler that writes it by hand loses none. */
  get res(): ServerResponse {
    if (this.response.headersSent) return this.response;
    prepare(this.response);
    this.placeHeaders();
    return keepHeaders(this.response, this.endpoint.headers);
  }

  /** The version in use; null where the address has no versions. */
  get version(): string | null {
    return this.endpoint.route.version;
  }

  /** Whether the version that answers has a behaviour; handlers may take it out of their input. */
  get has(): (behaviour: Behaviour) => boolean {
    return (behaviour) => this.endpoint.versions?.has(behaviour, this.version) ?? true;
  }

  /** Node reads header fields as Latin-1, and browsers write this one in UTF-8. */
  get lastEventId(): string | null {
    const sent = this.req.headers['last-event-id'];
    return typeof sent === 'string' && sent !== '' ? Buffer.from(sent, 'latin1').toString() : null;
  }

  get trace(): RequestTrace {
    return (this.#trace ??= traceOf(this.req));
  }

  get address(): string {
    return clientAddress(this.req, this.endpoint.trustProxy);
  }
}
