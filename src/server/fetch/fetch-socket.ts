import { EventEmitter } from 'node:events';

/** What stands for the connection of a Request. */
export class FetchSocket extends EventEmitter {
  readonly #request: Request;
  readonly #info: unknown;
  readonly readable = true;
  readonly writable = true;
  readonly bytesRead = 0;
  bytesWritten = 0;
  destroyed = false;

  constructor(request: Request, info: unknown) {
    super();
    this.#request = request;
    this.#info = info;
    // Present or absent, as on sockets of Node.
    if (request.url.startsWith('https:')) Object.assign(this, { encrypted: true });
  }

  get remoteAddress(): string | undefined {
    return remoteAddressOf(this.#request, this.#info);
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.emit('close');
    return this;
  }

  /** The runtime has the connection, and its time limits. */
  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
}

/** The second argument of `app.fetch`, as runtimes pass it. */
interface RuntimeInfo {
  readonly remoteAddress?: unknown;
  /** Bun's server. */
  readonly requestIP?: (request: Request) => { readonly address: string } | null;
  /** Of Deno. */
  readonly remoteAddr?: { readonly hostname?: unknown };
  /** Of Hono on Node. */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
}

/** The address of the client, where the runtime names it. */
export function remoteAddressOf(request: Request, info: unknown): string | undefined {
  if (typeof info !== 'object' || info === null) return undefined;
  const { remoteAddress, remoteAddr, incoming } = info as RuntimeInfo;
  const address =
    remoteAddress ??
    remoteAddr?.hostname ??
    incoming?.socket?.remoteAddress ??
    (info as RuntimeInfo).requestIP?.(request)?.address;
  return typeof address === 'string' ? address : undefined;
}
