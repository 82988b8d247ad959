import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from '../../server/create-app.js';
import { defineGateway, type GatewayOptions } from '../gateway/define-gateway.js';

/** What a test has opened, closed in reverse. */
export class Opened {
  readonly #closing: (() => Promise<unknown> | void)[] = [];

  add(close: () => Promise<unknown> | void): void {
    this.#closing.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closing.splice(0).toReversed()) await close();
  }

  /** The address of a server with a listener, on a free port. */
  async listen(listener: RequestListener | Server): Promise<string> {
    const server = typeof listener === 'function' ? createServer(listener) : listener;
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    this.add(() => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  /** The address of a gateway in front of an upstream. */
  async gateway(options: GatewayOptions): Promise<string> {
    const { root, prepare: _prepare, ...rest } = defineGateway(options);
    const app = await createApp(root, rest);
    this.add(() => app.close());
    return app.listen();
  }
}
