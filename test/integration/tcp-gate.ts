import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

interface Pair {
  readonly inner: Socket;
  readonly outer: Socket;
  /** Nothing is forwarded any more, not even the end. */
  held: boolean;
}

/** A port that forwards to another one while it is open; closing it drops every connection and refuses new ones. */
export class TcpGate {
  readonly #target: { readonly host: string; readonly port: number };
  readonly #pairs = new Set<Pair>();
  #server: Server | null = null;
  #forwards = true;
  port = 0;

  constructor(target: { readonly host: string; readonly port: number }) {
    this.#target = target;
  }

  /** The same address through this port. */
  through(address: string): string {
    return Object.assign(new URL(address), { hostname: '127.0.0.1', port: String(this.port) }).href;
  }

  async open(): Promise<void> {
    const server = createServer((inner) => {
      const pair: Pair = { inner, outer: connect(this.#target), held: false };
      this.#pairs.add(pair);
      for (const socket of [inner, pair.outer]) socket.on('error', () => {});
      inner.on('close', () => {
        this.#pairs.delete(pair);
        pair.outer.destroy();
      });
      pair.outer.on('close', () => pair.held || inner.destroy());
      inner.pipe(pair.outer).pipe(inner, { end: false });
      if (!this.#forwards) hold(pair);
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
    for (const { inner, outer } of this.#pairs) {
      inner.destroy();
      outer.destroy();
    }
    await closed;
  }

  /** Forwards nothing more on the connections that there are; new ones work. */
  blackhole(): void {
    for (const pair of this.#pairs) hold(pair);
  }

  /** Accepts connections and forwards nothing, on the old ones and the new. */
  freeze(): void {
    this.#forwards = false;
    this.blackhole();
  }

  /** Forwards on new connections again. */
  thaw(): void {
    this.#forwards = true;
  }

  /** Ends the server's side of every connection, and sends the client nothing. */
  dropSilently(): void {
    this.blackhole();
    for (const { outer } of this.#pairs) outer.destroy();
  }
}

function hold(pair: Pair): void {
  const { inner, outer } = pair;
  pair.held = true;
  inner.unpipe(outer).pause();
  outer.unpipe(inner).pause();
}
