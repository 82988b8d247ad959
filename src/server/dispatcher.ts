import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../routing/table/http-error.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import type { Middleware } from '../routing/table/service-options.js';
import { type CsrfCheck, csrfCheck } from '../routing/matching/csrf.js';
import { selectAnswer } from '../routing/matching/entry.js';
import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import { isDecodable } from '../routing/matching/is-decodable.js';
import { allowedMethods, refuseMethod, refuseVersion } from '../routing/matching/refuse-unmatched.js';
import type { RouteIndex } from '../routing/matching/route-index.js';
import { uriVersionRefusal } from '../routing/versioning/uri-versions.js';
import type { EndpointParts } from './endpoint/compile-endpoint.js';
import { type CrossOrigin, crossOrigin, isPreflight } from './cors.js';
import { buildIndex } from './build-index.js';
import type { Endpoint } from './endpoint/endpoint.js';
import { Exchange } from './endpoint/exchange.js';
import { mergeHeaders } from './endpoint/fixed-headers.js';
import { type GuestRoom, openGuestRoom } from './guest-room.js';
import { isThenable } from './is-thenable.js';
import { Responder } from './responder.js';
import { runEndpoint } from './endpoint/run-endpoint.js';
import { sharedHeaders } from './shared-headers.js';
import { readTrace } from './request/trace.js';

type Next = (error?: unknown) => void;

/** Leads each request to its endpoint, to a guest, or to a refusal. */
export class Dispatcher {
  readonly guests: GuestRoom;
  readonly #index: RouteIndex<Endpoint>;
  readonly #shared: FlatHeaders;
  readonly #crossOrigin: CrossOrigin | null;
  readonly #csrf: CsrfCheck | null;
  readonly #middleware: readonly Middleware[];
  readonly #responder: Responder;
  readonly #uriRefusal: ReturnType<typeof uriVersionRefusal>;

  constructor(table: RouteTable, parts: EndpointParts) {
    const { options } = parts;
    this.#crossOrigin = crossOrigin(options.cors, options.versioning);
    this.#shared = sharedHeaders(options);
    this.#csrf = csrfCheck(options);
    this.#middleware = options.middleware ?? [];
    this.#responder = new Responder(parts.logger, options.onError);
    this.#index = buildIndex(table, parts, this.#shared);
    this.#uriRefusal = uriVersionRefusal(table.routes, options, this.#index);
    this.guests = openGuestRoom(options, (target) => parts.resolve(target));
  }

  /** Answers every request. */
  handle(req: IncomingMessage, res: ServerResponse): void {
    if (this.#middleware.length === 0) this.#enter(req, res, null);
    else this.#runMiddleware(req, res, 0, null);
  }

  /** Answers what is this app's, and says `next()` for the rest. */
  handleOrPass(req: IncomingMessage, res: ServerResponse, next: Next): void {
    if (this.#owns(req) || this.guests.claims(req.url!)) this.#runMiddleware(req, res, 0, next);
    else next();
  }

  #owns(req: IncomingMessage): boolean {
    if (this.#crossOrigin && isPreflight(req)) return this.#index.findAll(req.url!).length > 0;
    return isDecodable(req.url!) && this.#index.find(req.method!, req.url!) !== null;
  }

  #runMiddleware(req: IncomingMessage, res: ServerResponse, position: number, outer: Next | null): void {
    const middleware = this.#middleware[position];
    if (!middleware) return this.#enter(req, res, outer);
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

  #enter(req: IncomingMessage, res: ServerResponse, outer: Next | null): void {
    if (!this.#crossOrigin || req.headers.origin === undefined) return this.#route(req, res, outer);
    if (isPreflight(req)) return this.#answerPreflight(this.#crossOrigin, req, res);
    this.#crossOrigin.allow(req, res, (error) =>
      error ? this.#refuse(req, res, error) : this.#route(req, res, outer),
    );
  }

  #route(req: IncomingMessage, res: ServerResponse, outer: Next | null): void {
    const url = req.url!;
    if (url.includes('%') && !isDecodable(url))
      return this.#refuse(req, res, new HttpError(400, 'The address has a malformed percent-encoding.'));
    const found = this.#index.find(req.method!, url);
    if (found === null) return this.#receiveGuest(req, res, outer);
    const { entry } = found;
    const version = entry.readVersion === null ? '' : entry.readVersion(req);
    const endpoint = selectAnswer(entry, version);
    if (endpoint === null)
      return this.#refuse(req, res, refuseVersion(entry, version, this.#index.findAll(url)), entry.headers);
    runEndpoint(new Exchange(req, res, endpoint, found.values, found.search), this.#responder);
  }

  /** Only what is no declared route enters Express. */
  #receiveGuest(req: IncomingMessage, res: ServerResponse, outer: Next | null): void {
    try {
      this.#csrf?.(req);
      mergeHeaders(res, this.#shared);
      this.guests.enter(req, res, (error) => {
        if (error !== undefined) this.#refuse(req, res, error);
        else if (outer) outer();
        else this.#refuseUnmatched(req, res);
      });
    } catch (error) {
      this.#refuse(req, res, error);
    }
  }

  #refuseUnmatched(req: IncomingMessage, res: ServerResponse): void {
    const url = req.url!;
    const siblings = this.#index.findAll(url);
    const headers = siblings.find(({ entry }) => entry.readVersion)?.entry.headers ?? siblings[0]?.entry.headers;
    if (siblings.length === 0)
      this.#refuse(
        req,
        res,
        this.#uriRefusal(req.method!, url) ?? new HttpError(404, 'There is nothing at this address.'),
      );
    else if (req.method !== 'OPTIONS') this.#refuse(req, res, refuseMethod(req, siblings), headers);
    else answerEmpty(res, headers!, { Allow: allowedMethods(siblings).join(', ') });
  }

  #answerPreflight(crossOrigin: CrossOrigin, req: IncomingMessage, res: ServerResponse): void {
    const siblings = isDecodable(req.url!) ? this.#index.findAll(req.url!) : [];
    const requested = siblings.find(({ method }) => method === req.headers['access-control-request-method']);
    const methods = siblings.map(({ method }) => method);
    crossOrigin.preflight(req, res, methods, (error) => {
      if (error) this.#refuse(req, res, error);
      else answerEmpty(res, (requested ?? siblings[0])?.entry.headers ?? this.#shared, {});
    });
  }

  #refuse(req: IncomingMessage, response: ServerResponse, error: unknown, headers: FlatHeaders = this.#shared): void {
    const trace = readTrace(req.headers.traceparent as string | undefined);
    this.#responder.refuse({ req, response, trace, endpoint: { route: null, headers } }, error);
  }
}

function answerEmpty(res: ServerResponse, headers: FlatHeaders, extra: Readonly<Record<string, string>>): void {
  mergeHeaders(res, headers);
  res.writeHead(204, extra);
  res.end();
}
