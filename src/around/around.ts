import type { IncomingMessage, ServerResponse } from 'node:http';
import { BootError } from '../routing/table/boot-error.js';
import type { ServiceDefinition } from '../routing/table/service-definition.js';
import type { App } from '../server/app.js';
import { createApp } from '../server/create-app.js';
import { FetchRequest } from '../server/fetch/fetch-request.js';
import { FetchResponse } from '../server/fetch/fetch-response.js';
import { Arrival } from '../server/request/arrival.js';
import { describeApplication } from './describe-application.js';
import type { DriftCount } from './drift.js';
import { FastifyEdge } from './fastify/fastify-edge.js';
import type { FastifyPlugin } from './fastify/structure.js';
import { type FetchHandler, FetchOnward } from './fetch/fetch-onward.js';
import { passUntouchedRequest } from './fetch/pass-untouched-request.js';
import { RequestVersions } from './fetch/request-versions.js';
import { type Listener, NodeOnward } from './node/node-onward.js';
import { passUntouched } from './node/pass-untouched.js';
import { setOnward } from './onward.js';
import type { AroundOptions } from './options.js';
import { UntouchedRequests } from './untouched.js';

/** Connect-style middleware. */
type Middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void) => void;

/** The versions of an application: a definition that every command reads, and what serves it. */
export interface AroundApplication extends ServiceDefinition {
  /**
   * Answers Requests: `export default { fetch: versioned.fetch((request) => app.fetch(request)) }`. Further arguments are handed on. What nothing
   * changes is answered at once where the application answers at once; errors reject.
   */
  fetch<Rest extends readonly unknown[]>(
    next: (request: Request, ...rest: Rest) => Response | Promise<Response>,
  ): (request: Request, ...rest: Rest) => Response | Promise<Response>;
  /** Answers requests of Node: `createServer(versioned.node(listener))`. */
  node(listener: Listener): (req: IncomingMessage, res: ServerResponse) => void;
  /** Middleware for Express, and Nest on Express: after CORS, and before anything that reads bodies. */
  express(): Middleware;
  /** For Fastify, and Nest on Fastify: `Fastify({ rewriteUrl: versioned.rewriteUrl })`. */
  rewriteUrl(req: IncomingMessage): string;
  /** A plugin of Fastify: `await app.register(versioned.fastify())`, before the routes. It closes with the application. */
  fastify(): FastifyPlugin;
  /** Answers of the application that its document does not allow, of operations that changes reach. */
  drift(): readonly DriftCount[];
  /** Ends what counts calls and sends notices. */
  close(): Promise<void>;
}

/**
 * Gives an API that exists its older versions: it stays as it is and answers the newest one; changes make the others. Throws a TypeError for
 * wrong options; what serves it throws a BootError for changes that do not fit the document.
 */
export function around(options: AroundOptions): AroundApplication {
  const { definition, drift, spelling, logger, names } = describeApplication(options, 'around', {
    application: nowhere,
    prepare: () => {
      throw new TypeError(
        'This wraps an application that your own server serves. Start that one, or write defineGateway({ upstream, … }) for svc serve.',
      );
    },
  });
  let opening: Promise<App> | undefined;
  let opened: App | undefined;
  let untouched: UntouchedRequests | undefined;
  const open = (): Promise<App> =>
    (opening ??= createApp(definition.root, withoutRoot(definition)).then((app) => {
      untouched = new UntouchedRequests(app, names(), drift);
      return (opened = app);
    }));
  /** Starts at once, so that an error of the changes does not wait for the first request. */
  const start = () =>
    void open().catch((error: unknown) => logger().error('around() cannot serve', { error: String(error) }));

  const close = async () => (await opening)?.close();
  const fastify = new FastifyEdge({
    open,
    arrive: convey,
    close,
    find: (req) => untouched!.find(req),
    withQuery: (url) => (spelling.current.semicolons === 'query' ? url.replace(/^([^?#;]*);/, '$1?') : url),
    follow: (instance) => spelling.followFastify(instance),
    names,
    isConverted: (req) => {
      const decision = opened!.decide(req);
      if (decision.kind !== 'endpoint') return decision.kind === 'needs-pin' || decision.kind === 'needs-caller';
      const { route } = decision.endpoint;
      const isMoved = route.changes.some(({ moves }) => moves !== undefined);
      if (route.relayed === 'values' || isMoved || !names().isWritten(req.url ?? '/', route)) return true;
      return names().newest(req, route).url !== req.url;
    },
  });

  const serving = {
    fetch: (next: FetchHandler) => {
      start();
      const requestVersions = new RequestVersions();
      const answer = (request: Request, ...rest: readonly never[]): Response | Promise<Response> => {
        if (untouched === undefined) return open().then(() => answer(request, ...rest));
        const call = (one: Request) =>
          (next as (...given: readonly unknown[]) => ReturnType<FetchHandler>)(one, ...rest);
        const passed = passUntouchedRequest(request, call, { requests: untouched, names: names(), requestVersions });
        return passed ?? conveyRequest(request, call, rest[0]);
      };
      return answer;
    },
    node: (listener: Listener) => {
      start();
      return (req: IncomingMessage, res: ServerResponse) => {
        const run = () => void listener(req, res);
        spelling.followExpress(listener);
        arrive(req, res, run, listener);
      };
    },
    express: (): Middleware => {
      start();
      const passing = new WeakSet<IncomingMessage>();
      return (req, res, next) => {
        if (passing.has(req)) return next();
        const { app } = req as unknown as { readonly app: Listener };
        spelling.followExpress(app);
        const again: Listener = (other, answer) => {
          passing.add(other);
          app(other, answer);
        };
        arrive(req, res, () => next(), again);
      };
    },
    rewriteUrl: fastify.rewriteUrl,
    fastify: () => fastify.plugin,
    drift: () => drift.counts,
    close,
  };
  // Options and commands do not see what serves.
  const hidden = Object.entries(serving).map(([name, value]) => [name, { value }] as const);
  return Object.defineProperties(definition, Object.fromEntries(hidden)) as unknown as AroundApplication;

  function conveyRequest(request: Request, call: FetchHandler, info: unknown): Promise<Response> {
    return new Promise((resolve, reject) => {
      const answer = (response: Promise<Response>) => void response.then(resolve, reject);
      const req = new FetchRequest(request, info);
      const res = new FetchResponse(req, () => {});
      setOnward(req as never, new FetchOnward(async (one) => call(one), answer));
      answer(res.response);
      opened!.answer(new Arrival(req as never, res as never, 'fetch', () => answer((async () => call(request))())));
    });
  }

  function arrive(req: IncomingMessage, res: ServerResponse, run: () => void, again: Listener): void {
    if (untouched === undefined)
      return void open().then(
        () => arrive(req, res, run, again),
        () => refuseUnopened(res),
      );
    const found = untouched.find(req);
    if (found === null) return convey(req, res, run, again);
    try {
      passUntouched(req, res, found, names());
      run();
    } catch (error) {
      convey(req, res, () => rethrow(error), again);
    }
  }

  /** Takes a request through the steps that it has in a service. */
  function convey(req: IncomingMessage, res: ServerResponse, run: () => void, again: Listener): void {
    setOnward(req, new NodeOnward(run, again));
    opened!.answer(new Arrival(req, res, 'application', run));
  }
}

function rethrow(error: unknown): never {
  throw error;
}

/** The log says why. */
function refuseUnopened(res: ServerResponse): void {
  res.writeHead(500, { 'Content-Type': 'application/problem+json' });
  res.end(JSON.stringify({ type: 'about:blank', title: 'Internal Server Error', status: 500 }));
}

const nowhere = {
  arrive: () => {
    throw new BootError([]);
  },
  upgrade: () => {},
  close: async () => {},
};

function withoutRoot({ root: _root, prepare: _prepare, ...options }: ServiceDefinition) {
  return options;
}
