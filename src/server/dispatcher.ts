import type { IncomingMessage, ServerResponse } from 'node:http';
import { decide, decisionRules, type DecisionRules, isOwn } from '../routing/matching/decide.js';
import type { Decision, EmptyAnswer, Mounted, RequestHead } from '../routing/matching/decision.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import { indexRoutes } from '../routing/matching/index-routes.js';
import type { RouteIndex } from '../routing/matching/route-index.js';
import type { HttpError } from '../routing/table/http-error.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import { validationStatusOf } from '../routing/table/error-options.js';
import type { VersioningOptions } from '../routing/versioning/versioning.js';
import { compileEndpoint, type EndpointParts } from './endpoint/compile-endpoint.js';
import { type Endpoint, Exchange } from './endpoint/exchange.js';
import { Mounts } from './endpoint/mounts.js';
import { callerEndpoint } from './endpoint/caller-endpoint.js';
import { previewRules } from '../routing/matching/preview-rules.js';
import { varyingRoutes } from '../routing/previews/varying-routes.js';
import type { PreviewedRoute } from '../routing/table/preview-table.js';
import { ServedRoute } from './endpoint/served-route.js';
import { problemWriter, type WriteProblem } from './endpoint/write-problem.js';
import { appHeaders } from './headers/app-headers.js';
import { type CrossOrigin, crossOrigin } from './headers/cors.js';
import { keepHeaders, mergeHeaders } from './headers/merge-headers.js';
import type { Observer } from './observe/observation.js';
import { Observed } from './observe/observed.js';
import type { Arrival, EntryStep, Proceed, Refuse } from './request/arrival.js';
import * as entry from './request/entry-steps.js';
import { traceOf } from './request/read-trace.js';
import { Responder } from './respond/responder.js';
import { prepare } from './respond/send-whole.js';

/** Takes each request through the steps before its decision, then runs what was decided: an endpoint, a mount, an error or an empty answer. */
export class Dispatcher {
  readonly mounts: Mounts;
  /** Answers a request, wherever it comes from. */
  readonly handle: Proceed;
  readonly #index: RouteIndex<ServedRoute>;
  readonly #rules: DecisionRules<ServedRoute>;
  readonly #crossOrigin: CrossOrigin | null;
  readonly #pin: NonNullable<VersioningOptions['pin']> | undefined;
  readonly #hasMiddleware: boolean;
  readonly #responder: Responder;
  readonly #observed: Observed | null;
  /** For requests without a route. */
  readonly #writeProblem: WriteProblem;

  constructor(
    { routes: released, next, bindings, previews }: RouteTable,
    parts: EndpointParts,
    observers: readonly Observer[],
  ) {
    const { options, logger } = parts;
    const headers = appHeaders(options);
    this.#crossOrigin = crossOrigin(options.cors, options.versioning, previews !== null);
    this.#pin = options.versioning?.pin;
    this.#hasMiddleware = (options.middleware ?? []).length > 0;
    this.#writeProblem = problemWriter(null, parts);
    this.#observed = observers.length === 0 ? null : new Observed(observers, logger, options.trustProxy);
    const onError = this.#observed?.noteErrors(options.onError) ?? options.onError;
    this.#responder = new Responder(logger, parts.turns, { mapError: options.mapError, onError });
    const serve = ({ route, binding }: PreviewedRoute, own: FlatHeaders) =>
      new ServedRoute(route, own, () => compileEndpoint(route, binding, own, parts));
    const varying = previews ? varyingRoutes(previews, [...released, ...next], parts.now()) : undefined;
    const newest = options.versioning?.versions?.newest;
    const routes = [...released, ...next];
    const index = indexRoutes(
      routes,
      options,
      headers,
      (route, own) => {
        validationStatusOf(route, options);
        const served = serve({ route, binding: bindings.get(route)! }, own);
        if (newest === undefined || route.version === null || route.version === newest) void served.endpoint;
        return served;
      },
      varying,
    );
    this.#index = index;
    const asked =
      previews && parts.readPreviews
        ? previewRules({
            table: previews,
            routes,
            index,
            options,
            headers,
            varying: varying!,
            answerOf: serve,
            read: parts.readPreviews,
          })
        : null;
    this.#rules = decisionRules(routes, options, headers, index, asked);
    this.mounts = new Mounts(options, (target) => parts.resolve(target));
    this.handle = this.#entrySteps(parts).reduceRight<Proceed>((next, step) => step(next), this.#decide);
  }

  /** What happens to a request before it is decided who answers it, in this order. */
  #entrySteps({
    options: { middleware = [], compression = true, application },
    turns,
  }: EndpointParts): readonly EntryStep[] {
    const declares = (req: IncomingMessage) =>
      application ? this.decide(req).kind !== 'mount' : isOwn(req, this.#index, this.#rules);
    return [
      entry.passOthers('within', declares),
      entry.awaitEarlier,
      entry.readTarget,
      ...(this.#observed ? [entry.observe(this.#observed)] : []),
      entry.checkHead(this.refuse),
      ...(application ? [entry.passOthers('behind', declares)] : []),
      entry.awaitTurn(turns),
      ...(compression ? [entry.compress(this.#hasMiddleware)] : []),
      ...middleware.map((one) => entry.runMiddleware(one, this.refuse)),
    ];
  }

  /** What would answer a request. */
  readonly decide = (req: RequestHead): Decision<ServedRoute> => decide(req, this.#index, this.#rules);

  readonly #decide: Proceed = (arrival) => {
    const decision = this.decide(arrival.req);
    const origin = this.#crossOrigin === null ? undefined : arrival.req.headers.origin;
    if (this.#crossOrigin === null || origin === undefined) this.#execute(arrival, decision);
    else this.#allowOrigin(arrival, decision, this.#crossOrigin, origin);
  };

  #allowOrigin(arrival: Arrival, decision: Decision<ServedRoute>, crossOrigin: CrossOrigin, origin: string): void {
    const { req, res } = arrival;
    const isEndpoint =
      decision.kind === 'endpoint' || decision.kind === 'needs-pin' || decision.kind === 'needs-caller';
    if (isEndpoint && !this.#isShared(arrival) && crossOrigin.headersFor !== null)
      return this.#execute(arrival, decision, crossOrigin.headersFor(origin));
    const proceed = (error?: unknown) => (error ? this.refuse(arrival, error) : this.#execute(arrival, decision));
    if (decision.kind === 'empty' && decision.preflight) crossOrigin.preflight(req, res, decision.preflight, proceed);
    else crossOrigin.allow(req, res, proceed);
  }

  /** `origin` are the headers that allow the request's origin, where they wait for the answer's. */
  #execute(arrival: Arrival, decision: Decision<ServedRoute>, origin?: FlatHeaders): void {
    switch (decision.kind) {
      case 'endpoint':
        return this.#start(arrival, decision.endpoint.endpoint, decision.values, null, origin);
      case 'needs-pin':
      case 'needs-caller':
        return this.#start(arrival, callerEndpoint(decision, this.#pin), decision.values, null, origin);
      case 'refusal':
        if (decision.endpoint === null) return this.#refuseWith(arrival, decision.error, decision.headers);
        return this.#start(arrival, decision.endpoint.endpoint, [], decision.error);
      case 'empty':
        return answerEmpty(arrival.res, decision);
      case 'mount':
        return this.#enterMounts(arrival, decision);
    }
  }

  #start(
    arrival: Arrival,
    endpoint: Endpoint,
    values: readonly string[],
    refusal: HttpError | null,
    origin?: FlatHeaders,
  ): void {
    const exchange = new Exchange(arrival.req, arrival.res, endpoint, values, this.#isShared(arrival));
    if (origin !== undefined) exchange.allowOrigin(origin);
    this.#observed?.reachRoute(exchange);
    endpoint.start(exchange, this.#responder, refusal);
  }

  /** Whether others have the response too. */
  #isShared({ pass }: Arrival): boolean {
    return this.#hasMiddleware || pass !== null;
  }

  #enterMounts(arrival: Arrival, { path, headers, declined }: Mounted<ServedRoute>): void {
    const { req, res, pass } = arrival;
    try {
      prepare(res);
      keepHeaders(res, headers);
      this.#observed?.reachMount(req, path);
      this.mounts.enter(req, res, (error) => {
        this.#observed?.reachMount(req, null);
        if (error !== undefined) this.refuse(arrival, error);
        else if (pass !== null) pass();
        else this.#execute(arrival, declined());
      });
    } catch (error) {
      this.refuse(arrival, error);
    }
  }

  /** Answers with an error that no route has part in. */
  readonly refuse: Refuse = (arrival, error) => this.#refuseWith(arrival, error, this.#rules.headers);

  #refuseWith({ req, res: response }: Arrival, error: unknown, headers: FlatHeaders): void {
    const endpoint = { route: null, headers, writeProblem: this.#writeProblem };
    this.#responder.refuse({ req, response, trace: traceOf(req), endpoint }, error);
  }
}

function answerEmpty(res: ServerResponse, { status, headers }: EmptyAnswer): void {
  mergeHeaders(res, headers);
  res.writeHead(status);
  res.end();
}
