import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RegisteredCaller, RequestTrace } from '../../routing/declare/route-schemas.js';
import type { Route } from '../../routing/table/route.js';
import type { Exchange } from '../endpoint/exchange.js';
import { clientAddress } from '../request/client-address.js';
import { adoptTrace, traceOf } from '../request/read-trace.js';
import { requestPath } from '../request/request-path.js';

/** How an answer ended. */
export interface Outcome {
  /** 499 when the client left before an answer began. */
  readonly status: number;
  /** false: the client left, or the answer broke off. */
  readonly whole: boolean;
}

/** Runs around every request of an app, those that match no route included, and passes on what `next` resolves to. */
export type Observer = (seen: Observation, next: () => Promise<Outcome>) => Promise<Outcome>;

/** The status in logs for a client that left before an answer began. */
export const clientLeft = 499;

/** A request as observers see it; what depends on its route is known once the route has matched. */
export class Observation {
  #trace: RequestTrace;
  #exchange: Exchange | null = null;
  #mount: string | null = null;
  /** As the client sent it, without its query; middleware may rewrite the request. */
  readonly path: string;
  /** Of the client; a closed socket no longer knows it. */
  readonly address: string;
  /** What became an opaque 500; undefined when nothing did. */
  error: unknown;

  constructor(
    readonly req: IncomingMessage,
    readonly response: ServerResponse,
    readonly trustProxy: number | false,
  ) {
    this.path = requestPath(req);
    this.address = clientAddress(req, trustProxy);
    this.#trace = traceOf(req);
    adoptTrace(req, this.#trace);
  }

  get trace(): RequestTrace {
    return this.#trace;
  }

  /** Everything that names the request's trace names this one from now on. */
  set trace(trace: RequestTrace) {
    this.#trace = trace;
    adoptTrace(this.req, trace);
  }

  /** Notes the route that a request has reached. */
  reachRoute(exchange: Exchange): void {
    this.#exchange = exchange;
    this.#mount = null;
  }

  /** Notes the mount that a request has reached; null when it declined. */
  reachMount(path: string | null): void {
    this.#mount = path;
  }

  get route(): Route | null {
    return this.#exchange?.endpoint.route ?? null;
  }

  /** The path as declared, such as `/users/{id}`, or the path of a mount; null when nothing matched. */
  get pattern(): string | null {
    return this.route?.path ?? this.#mount;
  }

  get version(): string | null {
    return this.route?.version ?? null;
  }

  get caller(): RegisteredCaller | null {
    return this.#exchange?.caller ?? null;
  }
}
