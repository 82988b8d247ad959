import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RegisteredCaller, RequestTrace } from '../../routing/declare/route-schemas.js';
import type { Behaviour } from '../../routing/changes/behaviour.js';
import { clientAddress } from '../request/client-address.js';
import type { Endpoint } from './endpoint.js';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { prepare } from '../fetch/fetch-response.js';
import { keepHeaders, setHeaders } from '../headers/merge-headers.js';
import { traceOf } from '../request/read-trace.js';

const none: FlatHeaders = Object.freeze([]);

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
  /** The CORS headers of this request, one list for each origin; those that are on the response are not among them. */
  crossOrigin: FlatHeaders = none;
  /** The other headers of this request alone, as long as they are not on the response. */
  own: FlatHeaders = none;
  #trace: RequestTrace | undefined;

  constructor(
    readonly req: IncomingMessage,
    /** Without the endpoint's headers; `res` has them. */
    readonly response: ServerResponse,
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

  /** Tells whether the version that answers has a behaviour; handlers may take it out of their input. */
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
