import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** A port that forwards to another one while it is open; closing it drops every connection and refuses new ones. */
export class TcpGate {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | null = null;
  port = 0;

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  async open(): Promise<void> {
    const server = createServer((inner) => {
      const outer = connect(this.#target);
      for (const [socket, other] of [
        [inner, outer],
        [outer, inner],
      ] as const) {
        this.#sockets.add(socket);
        socket
          .on('error', () => other.destroy())
          .on('close', () => {
            this.#sockets.delete(socket);
            other.destroy();
          });
      }
      inner.pipe(outer).pipe(inner);
    });
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async shut(): Promise<void> {
    const closed = this.#server && once(this.#server, 'close');
    this.#server?.close();
    this.#server = null;
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
