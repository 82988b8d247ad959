import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../server/endpoint/exchange.js';
import type { AdaptAddress } from '../convert/addresses.js';
import { NodeOnward } from '../node/node-onward.js';
import type { Awaiting, OnwardHead } from '../onward.js';
import type { Upstream } from './upstream.js';

/** How the requests of a gateway get to its upstream. */
export interface ToUpstream {
  /** At once, where it is open. */
  using(use: (upstream: Upstream) => void): void;
  relay(req: IncomingMessage, res: ServerResponse): void;
}

/** The way of a request of Node to an upstream, whose answers need no response to be written on. */
export class UpstreamOnward extends NodeOnward {
  override readonly keepsTime = true;
  readonly #to: ToUpstream;

  constructor(run: () => unknown, to: ToUpstream) {
    super(run, to.relay);
    this.#to = to;
  }

  override pass({ req, response, endpoint }: Exchange, head: OnwardHead, addresses: AdaptAddress | null): void {
    this.#to.using((upstream) => upstream.relay(req, response, head, { headers: endpoint.headers, addresses }));
  }

  override call(
    { req, response }: Exchange,
    head: OnwardHead,
    body: Buffer | null,
    addresses: AdaptAddress | null,
    awaiting: Awaiting,
  ): void {
    this.#to.using((upstream) => upstream.ask(req, head, body, response, { awaiting, addresses }));
  }
}
