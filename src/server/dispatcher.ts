import type { IncomingMessage, ServerResponse } from 'node:http';
import { decide, decisionRules, type DecisionRules, isOwn } from '../routing/matching/decide.js';
import type { Decision, EmptyAnswer, Mounted } from '../routing/matching/decision.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import { indexRoutes } from '../routing/matching/index-routes.js';
import type { RouteIndex } from '../routing/matching/route-index.js';
import { HttpError } from '../routing/table/http-error.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import { validationStatusOf } from '../routing/table/error-options.js';
import type { Route } from '../routing/table/route.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import type { Middleware } from '../routing/table/service-options.js';
import { appHeaders } from './headers/app-headers.js';
import { compressAnswer } from './respond/compress-answer.js';
import { type CrossOrigin, crossOrigin } from './headers/cors.js';
import { compileEndpoint, type EndpointParts } from './endpoint/compile-endpoint.js';
import { Exchange } from './endpoint/exchange.js';
import { pinnedEndpoint } from './endpoint/pinned-endpoint.js';
import { ServedRoute } from './endpoint/served-route.js';
import { problemWriter, type WriteProblem } from './endpoint/write-problem.js';
import { prepare, prepareLater } from './respond/send-whole.js';
import { isThenable } from './endpoint/is-thenable.js';
import { keepHeaders, mergeHeaders } from './headers/merge-headers.js';
import { Mounts } from './endpoint/mounts.js';
import { Observed } from './observe/observed.js';
import type { Observer } from './observe/observation.js';
import { refuseHead, unifyTarget } from './request/request-head.js';
import { traceOf } from './request/read-trace.js';
import type { Turns } from './request/turns.js';
import { afterEarlier, isInTurn } from './connection/pipelined.js';
import { Responder } from './respond/responder.js';

/** Leaves a request to the outer application. */
type Pass = () => void;

/** Runs the decision about each request: an endpoint, a mounted handler, an error or an empty answer. */
export class Dispatcher {
  readonly mounts: Mounts;
  readonly #index: RouteIndex<ServedRoute>;
  readonly #rules: DecisionRules;
  readonly #crossOrigin: CrossOrigin | null;
  readonly #pin: NonNullable<VersioningOptions['pin']> | undefined;
  readonly #compress: typeof compressAnswer | null;
  readonly #middleware: readonly Middleware[];
  readonly #responder: Responder;
  readonly #observed: Observed | null;
  readonly #turns: Turns;
  /** For requests without a route. */
  readonly #writeProblem: WriteProblem;

  constructor({ routes: released, next, bindings }: RouteTable, parts: EndpointParts, observers: readonly Observer[]) {
    const { options, logger } = parts;
    this.#turns = parts.turns;
    const headers = appHeaders(options);
    this.#crossOrigin = crossOrigin(options.cors, options.versioning);
    this.#pin = options.versioning?.pin;
    this.#compress = (options.compression ?? true) ? compressAnswer : null;
    this.#middleware = options.middleware ?? [];
    this.#writeProblem = problemWriter(null, parts);
    this.#observed = observers.length === 0 ? null : new Observed(observers, logger, options.trustProxy);
    const onError = this.#observed?.noteErrors(options.onError) ?? options.onError;
    this.#responder = new Responder(logger, parts.turns, { mapError: options.mapError, onError });
    const compile = (route: Route, own: FlatHeaders) => compileEndpoint(route, bindings.get(route)!, own, parts);
    const newest = options.versioning?.versions?.newest;
    const routes = [...released, ...next];
    this.#index = indexRoutes(routes, options, headers, (route, own) => {
      validationStatusOf(route, options);
      const served = new ServedRoute(route, own, compile);
      if (newest === undefined || route.version === null || route.version === newest) void served.endpoint;
      return served;
    });
    this.#rules = decisionRules(routes, options, headers, this.#index);
    this.mounts = new Mounts(options, (target) => parts.resolve(target));
  }

  /** Answers every request, those of one connection one after the other. */
  handle(req: IncomingMessage, res: ServerResponse): void {
    if (isInTurn(res)) this.#answer(req, res);
    else afterEarlier(req, res, () => this.#answer(req, res));
  }

  /** Answers a request whose head a runtime has read, and whose answer is in nobody's way. */
  handleFetched(req: IncomingMessage, res: ServerResponse): void {
    if (this.#observed !== null) this.#observed.observe(req, res, () => this.#begin(req, res, null));
    else if (this.#middleware.length > 0) this.#begin(req, res, null);
    else if (!this.#turns.mayStart(req)) this.#wait(req, res, null);
    else {
      if (this.#compress) prepareLater(res, this.#compress);
      this.#dispatch(req, res, null);
    }
  }

  /** Answers a request of an app that has stopped. */
  refuseStopped(req: IncomingMessage, res: ServerResponse): void {
    this.#refuse(req, res, new HttpError(503, 'The service has stopped.', {}, { headers: { 'Retry-After': '1' } }));
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    unifyTarget(req);
    if (this.#observed === null) this.#admit(req, res);
    else this.#observed.observe(req, res, () => this.#admit(req, res));
  }

  #admit(req: IncomingMessage, res: ServerResponse): void {
    const refusal = refuseHead(req, res);
    if (refusal) this.#refuse(req, res, refusal);
    else this.#begin(req, res, null);
  }

  /** Answers this app's requests, and calls `next()` for the rest. */
  handleOrPass(req: IncomingMessage, res: ServerResponse, next: Pass): void {
    if (!isOwn(req, this.#index, this.#rules)) return next();
    if (this.#observed === null) this.#begin(req, res, next);
    else this.#observed.observe(req, res, () => this.#begin(req, res, next));
  }

  #begin(req: IncomingMessage, res: ServerResponse, outer: Pass | null): void {
    if (this.#turns.mayStart(req)) this.#enter(req, res, outer);
    else this.#wait(req, res, outer);
  }

  #wait(req: IncomingMessage, res: ServerResponse, outer: Pass | null): void {
    this.#turns.wait(req, res, () => this.#enter(req, res, outer));
  }

  #enter(req: IncomingMessage, res: ServerResponse, outer: Pass | null): void {
    this.#compress?.(req, res);
    if (this.#middleware.length === 0) this.#dispatch(req, res, outer);
    else this.#runMiddleware(req, res, 0, outer);
  }

  #runMiddleware(req: IncomingMessage, res: ServerResponse, position: number, outer: Pass | null): void {
    const middleware = this.#middleware[position];
    if (!middleware) return this.#dispatch(req, res, outer);
    let passed = false;
    try {
      const pending: unknown = middleware(req, res, (error) => {
        if (passed) return;
        passed = true;
        if (error !== undefined && error !== null) this.#refuse(req, res, error);
        else this.#runMiddleware(req, res, position + 1, outer);
      });
      if (isThenable(pending)) pending.then(undefined, (error: unknown) => this.#refuse(req, res, error));
    } catch (error) {
      this.#refuse(req, res, error);
    }
  }

  #dispatch(req: IncomingMessage, res: ServerResponse, outer: Pass | null): void {
    const decision = decide(req, this.#index, this.#rules);
    const origin = this.#crossOrigin === null ? undefined : req.headers.origin;
    const isShared = this.#isShared(outer);
    if (this.#crossOrigin === null || origin === undefined) this.#execute(decision, req, res, outer);
    else if (startsEndpoint(decision) && !isShared && this.#crossOrigin.headersFor !== null)
      this.#execute(decision, req, res, outer, this.#crossOrigin.headersFor(origin));
    else this.#allowOrigin(this.#crossOrigin, decision, req, res, outer);
  }

  #allowOrigin(
    crossOrigin: CrossOrigin,
    decision: Decision<ServedRoute>,
    req: IncomingMessage,
    res: ServerResponse,
    outer: Pass | null,
  ): void {
    const proceed = (error?: unknown) =>
      error ? this.#refuse(req, res, error) : this.#execute(decision, req, res, outer);
    if (decision.kind === 'empty' && decision.preflight) crossOrigin.preflight(req, res, decision.preflight, proceed);
    else crossOrigin.allow(req, res, proceed);
  }

  /** `origin` are the headers that allow the request's origin, where they wait for the answer's. */
  #execute(
    decision: Decision<ServedRoute>,
    req: IncomingMessage,
    res: ServerResponse,
    outer: Pass | null,
    origin?: FlatHeaders,
  ): void {
    const isShared = this.#isShared(outer);
    switch (decision.kind) {
      case 'endpoint':
      case 'needs-pin': {
        const endpoint =
          decision.kind === 'endpoint' ? decision.endpoint.endpoint : pinnedEndpoint(decision, this.#pin!);
        const exchange = new Exchange(req, res, endpoint, decision.values, isShared);
        if (origin !== undefined) exchange.allowOrigin(origin);
        return this.#start(exchange, null);
      }
      case 'refusal':
        if (decision.endpoint === null) return this.#refuse(req, res, decision.error, decision.headers);
        return this.#start(new Exchange(req, res, decision.endpoint.endpoint, [], isShared), decision.error);
      case 'empty':
        return answerEmpty(res, decision);
      case 'mount':
        return this.#enterMounts(decision, req, res, outer);
    }
  }

  /** Whether others have the response too. */
  #isShared(outer: Pass | null): boolean {
    return this.#middleware.length > 0 || outer !== null;
  }

  #start(exchange: Exchange, refusal: HttpError | null): void {
    this.#observed?.reachRoute(exchange);
    exchange.endpoint.start(exchange, this.#responder, refusal);
  }

  #enterMounts(
    { path, headers, declined }: Mounted<ServedRoute>,
    req: IncomingMessage,
    res: ServerResponse,
    outer: Pass | null,
  ): void {
    try {
      prepare(res);
      keepHeaders(res, headers);
      this.#observed?.reachMount(req, path);
      this.mounts.enter(req, res, (error) => {
        this.#observed?.reachMount(req, null);
        if (error !== undefined) this.#refuse(req, res, error);
        else if (outer) outer();
        else this.#execute(declined(), req, res, null);
      });
    } catch (error) {
      this.#refuse(req, res, error);
    }
  }

  #refuse(
    req: IncomingMessage,
    response: ServerResponse,
    error: unknown,
    headers: FlatHeaders = this.#rules.headers,
  ): void {
    const endpoint = { route: null, headers, writeProblem: this.#writeProblem };
    this.#responder.refuse({ req, response, trace: traceOf(req), endpoint }, error);
  }
}

const startsEndpoint = ({ kind }: Decision<unknown>) => kind === 'endpoint' || kind === 'needs-pin';

function answerEmpty(res: ServerResponse, { status, headers }: EmptyAnswer): void {
  mergeHeaders(res, headers);
  res.writeHead(status);
  res.end();
}
