import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RegisteredCaller, RequestTrace } from '../../routing/declare/route-schemas.js';
import type { Behaviour } from '../../routing/changes/change.js';
import { clientAddress } from '../request/client-address.js';
import type { Endpoint } from './endpoint.js';
import { keepFixedHeaders, mergeHeaders } from '../merge-headers.js';
import { traceOf } from '../request/read-trace.js';

/** One request at an endpoint; handlers see it as `Input`. */
export class Exchange {
  params: unknown;
  query: unknown;
  headers: unknown;
  body: unknown;
  caller: RegisteredCaller | null = null;
  /** The bytes of the body, once read. */
  rawBody: Buffer | undefined;
  #trace: RequestTrace | undefined;

  constructor(
    readonly req: IncomingMessage,
    /** Without the endpoint's headers; `res` has them. */
    readonly response: ServerResponse,
    readonly endpoint: Endpoint,
    /** The path's parameters by position. */
    readonly pathValues: readonly string[],
  ) {}

  /** The response with the endpoint's headers on it, so that a handler that writes it by hand loses none. */
  get res(): ServerResponse {
    if (!this.response.headersSent) mergeHeaders(keepFixedHeaders(this.response), this.endpoint.headers);
    return this.response;
  }

  /** The version in use; null where the address has no versions. */
  get version(): string | null {
    return this.endpoint.route.version;
  }

  /** Whether the version that answers has a behaviour. */
  has(behaviour: Behaviour): boolean {
    return this.endpoint.versions?.has(behaviour, this.version) ?? true;
  }

  get trace(): RequestTrace {
    return (this.#trace ??= traceOf(this.req));
  }

  get address(): string {
    return clientAddress(this.req, this.endpoint.trustProxy);
  }
}
