import { createServer, type IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import type { AppState } from '../routing/table/app-tokens.js';
import type { Decision, RequestHead } from '../routing/matching/decision.js';
import type { Application } from '../routing/table/application.js';
import { HttpError } from '../routing/table/http-error.js';
import type { Route } from '../routing/table/route.js';
import type { Container } from '../wiring/container.js';
import type { Injectable } from '../wiring/token.js';
import type { Dispatcher } from './dispatcher.js';
import { hasBody } from './bodies/media-type.js';
import type { ServedRoute } from './endpoint/served-route.js';
import { answerClientError } from './connection/answer-client-error.js';
import { continueOnRead } from './connection/continue-on-read.js';
import { Fetches } from './fetch/fetches.js';
import { closeStalled } from './connection/stalled-connections.js';
import { Arrival } from './request/arrival.js';
import { isBehindRefusal } from './request/request-head.js';

/** How long an app waits for its clients, and how long a closing one goes on, in milliseconds. */
export interface Timing {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly answerMs: number;
  readonly keepAliveMs: number;
  /** How long it keeps answering before it stops listening. */
  readonly drainDelayMs: number;
  /** How long it waits for running requests before it closes their connections. */
  readonly drainTimeoutMs: number;
}

/** A connection, with the response that Node is sending on it and that response's head as text. */
type Connection = Socket & { readonly _httpMessage?: (ServerResponse & { readonly _header?: string | null }) | null };

/** Whether a request begins a WebSocket (RFC 6455, section 4.2.1). */
const isWebSocket = ({ headers }: IncomingMessage) =>
  /^websocket$/i.test(headers.upgrade ?? '') && headers['sec-websocket-key'] !== undefined;

/** A service that is ready to answer requests. */
export class App {
  /** Those of the released versions, and of no version. */
  readonly routes: readonly Route[];
  /** Those of what is not released, as far as requests may name it. */
  readonly next: readonly Route[];
  readonly #dispatcher: Dispatcher;
  readonly #container: Container;
  readonly #state: { draining: boolean } & AppState;
  readonly #timing: Timing;
  /** What answers behind it, as `defineGateway` makes it; null for nothing. */
  readonly application: Application | null;
  readonly #connections = new Set<Connection>();
  readonly #fetches: Fetches;
  #server: Server | undefined;
  #closing: Promise<void> | undefined;
  #isStopped = false;

  constructor(
    { routes, next }: { readonly routes: readonly Route[]; readonly next: readonly Route[] },
    dispatcher: Dispatcher,
    container: Container,
    state: { draining: boolean } & AppState,
    timing: Timing,
    application: Application | null = null,
  ) {
    this.routes = routes;
    this.next = next;
    this.#dispatcher = dispatcher;
    this.#fetches = new Fetches((req, res) => this.#answerFetched(new Arrival(req, res, 'fetch', null)));
    this.#container = container;
    this.#state = state;
    this.#timing = timing;
    this.application = application;
  }

  /** A Node request listener: `createServer(app.handler)`. */
  readonly handler = (req: IncomingMessage, res: ServerResponse): void => {
    if (isBehindRefusal(req)) return;
    if (this.#state.draining) res.setHeader('Connection', 'close');
    this.#dispatcher.handle(
      new Arrival(req, res, 'connection', this.application?.arrive(req, res, this.decide) ?? null),
    );
  };

  /** Answers a request that came another way than through `handler`, `fetch` and `middleware`. */
  readonly answer = (arrival: Arrival): void => this.#dispatcher.handle(arrival);

  /** What would answer a request. */
  readonly decide = (req: RequestHead): Decision<ServedRoute> => this.#dispatcher.decide(req);

  /**
   * Answers a Request without a port: `Bun.serve({ fetch: app.fetch })`, `Deno.serve(app.fetch)`, workers, Hono's `mount`. Runs the same steps as
   * `handler`. `info` is what the runtime passes, or `{ remoteAddress }`: the address of the client.
   */
  readonly fetch = (request: Request, info?: unknown): Promise<Response> => this.#fetches.start(request, info);

  /** The same for a path such as `/users?limit=2` or a URL, as `fetch` takes it; the client's address is 127.0.0.1. */
  readonly request = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const target = typeof input === 'string' ? new URL(input, 'http://localhost') : input;
    return this.fetch(new Request(target, init), { remoteAddress: '127.0.0.1' });
  };

  /** For `express.use(app.middleware)`: answers declared routes and mounts, and calls `next()` for other requests. */
  readonly middleware = (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    this.#dispatcher.handle(new Arrival(req, res, 'application', next));
  };

  /** The Express app behind the declared routes. Handlers added to it are served by `handler`, but not by `middleware`. */
  get express(): Express {
    return this.#dispatcher.mounts.express;
  }

  /** The value of a provider. */
  get<T>(target: Injectable<T>): T {
    return this.#container.get(target);
  }

  /** Listens, and resolves to the address, such as `http://127.0.0.1:41233`. Port 0 takes a free port. Rejects when the port is taken. */
  async listen(port = 0, host = '127.0.0.1'): Promise<string> {
    if (this.#closing) throw new Error('The app is closed.');
    if (this.#server) throw new Error('The app is already listening.');
    const server = createServer({ ...timeoutsOf(this.#timing), requireHostHeader: false }, this.handler);
    server.on('clientError', answerClientError);
    server.on('checkContinue', (req: IncomingMessage, res: ServerResponse) => {
      continueOnRead(req, res);
      this.handler(req, res);
    });
    const application = this.application;
    if (application)
      server.on('upgrade', (req, socket: Socket, head: Buffer) => {
        if (isWebSocket(req)) application.upgrade(req, socket, head);
        else this.#answerAsItIs(req, socket);
      });
    server.on('connection', (socket: Connection) => {
      this.#connections.add(socket);
      socket.on('close', () => this.#connections.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.#server = server;
    server.once('close', closeStalled(this.#connections, this.#timing.answerMs));
    const { address, family, port: bound } = server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
  }

  /** Answers a request that asks for a protocol which nobody speaks here, as RFC 9110, section 7.8, allows; its body cannot be read any more. */
  #answerAsItIs(req: IncomingMessage, socket: Socket): void {
    if (hasBody(req))
      return void socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    const res = new ServerResponse(req);
    res.shouldKeepAlive = false;
    res.assignSocket(socket);
    res.once('finish', () => socket.end());
    this.handler(req, res);
  }

  #answerFetched(arrival: Arrival): void {
    if (this.#isStopped) this.#dispatcher.refuse(arrival, stopped);
    else this.#dispatcher.handle(arrival);
  }

  /** Lets running requests finish, then stops the providers. Safe to call twice. */
  close(): Promise<void> {
    return (this.#closing ??= this.#stop());
  }

  async #stop(): Promise<void> {
    this.#state.draining = true;
    const { drainDelayMs, drainTimeoutMs } = this.#timing;
    for (const { _httpMessage: response } of this.#connections)
      if (response && !response.headersSent) response.setHeader('Connection', 'close');
    if (drainDelayMs > 0 && (this.#server || this.#fetches.isUsed)) await wait(drainDelayMs);
    this.#isStopped = true;
    for (const connection of this.#connections) endEventStream(connection);
    await Promise.all([this.#fetches.stop(drainTimeoutMs), this.#server && stopServer(this.#server, drainTimeoutMs)]);
    await this.application?.close();
    await this.#container.stop(drainTimeoutMs);
  }
}

const stopped = new HttpError(503, 'The service has stopped.', {}, { headers: { 'Retry-After': '1' } });

/** Node looks for expired requests at an interval of its own, which is half a minute. */
function timeoutsOf({ headersMs, requestMs, keepAliveMs }: Timing): ServerOptions {
  return {
    headersTimeout: Math.min(headersMs, requestMs),
    requestTimeout: requestMs,
    keepAliveTimeout: keepAliveMs,
    connectionsCheckingInterval: Math.min(5_000, headersMs, requestMs),
    // Of two Host, two Authorization or two Content-Type headers no reader picks one: they are one value, which is refused.
    joinDuplicateHeaders: true,
  };
}

/** Event streams never end by themselves; their clients reconnect to a server that is still running. */
function endEventStream({ _httpMessage: response }: Connection): void {
  if (/^content-type: *text\/event-stream\b/im.test(response?._header ?? '')) response!.end();
}

/** The event loop reads what has arrived before its immediates run, and a connection with an unread request seems idle. */
const untilRead = () => new Promise<void>((resolve) => setImmediate(resolve));

async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  await untilRead();
  const sweep = setInterval(() => void untilRead().then(() => server.closeIdleConnections()), 50);
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(cut);
}
