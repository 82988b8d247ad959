import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Express } from 'express';
import type { AppState } from '../routing/table/app-tokens.js';
import type { Route } from '../routing/table/route.js';
import type { Container } from '../wiring/container.js';
import type { Injectable } from '../wiring/token.js';
import type { Dispatcher } from './dispatcher.js';

/** How long `close()` waits for busy connections before it cuts them, in milliseconds. */
const patience = 30_000;

/** A service that is ready to answer requests. */
export class App {
  readonly routes: readonly Route[];
  readonly #dispatcher: Dispatcher;
  readonly #container: Container;
  readonly #state: { draining: boolean } & AppState;
  readonly #drainDelayMs: number;
  #server: Server | undefined;
  #closing: Promise<void> | undefined;

  constructor(
    routes: readonly Route[],
    dispatcher: Dispatcher,
    container: Container,
    state: { draining: boolean } & AppState,
    drainDelayMs: number,
  ) {
    this.routes = routes;
    this.#dispatcher = dispatcher;
    this.#container = container;
    this.#state = state;
    this.#drainDelayMs = drainDelayMs;
  }

  /** A Node request listener: `createServer(app.handler)`. */
  readonly handler = (req: IncomingMessage, res: ServerResponse): void => {
    if (this.#state.draining) res.setHeader('Connection', 'close');
    this.#dispatcher.handle(req, res);
  };

  /** For `express.use(app.middleware)`: answers declared routes and mounts, and calls `next()` for other requests. */
  readonly middleware = (req: IncomingMessage, res: ServerResponse, next: (error?: unknown) => void): void => {
    this.#dispatcher.handleOrPass(req, res, next);
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
    const server = createServer(this.handler);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.#server = server;
    const { address, family, port: bound } = server.address() as AddressInfo;
    return `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`;
  }

  /** Lets running requests finish, then stops the providers. Safe to call twice. */
  close(): Promise<void> {
    return (this.#closing ??= this.#drain());
  }

  async #drain(): Promise<void> {
    this.#state.draining = true;
    if (this.#server) {
      if (this.#drainDelayMs > 0) await wait(this.#drainDelayMs);
      await stopServer(this.#server);
    }
    await this.#container.stop();
  }
}

async function stopServer(server: Server): Promise<void> {
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  await new Promise<void>((resolve) => server.close(() => resolve()));
  clearInterval(sweep);
  clearTimeout(cut);
}
