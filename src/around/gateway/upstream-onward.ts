import type { Exchange } from '../../server/endpoint/exchange.js';
import { type Listener, NodeOnward } from '../node/node-onward.js';
import { rewriteHead } from '../node/rewrite-head.js';
import type { OnwardHead } from '../onward.js';
import type { Upstream } from './upstream.js';

/** The way of a request of Node to an upstream, whose answers need no response to be written on. */
export class UpstreamOnward extends NodeOnward {
  readonly #open: () => Promise<Upstream>;

  constructor(run: () => unknown, again: Listener, open: () => Promise<Upstream>) {
    super(run, again);
    this.#open = open;
  }

  override async call(
    { req, response }: Exchange,
    head: OnwardHead,
    body: Buffer | null,
  ): Promise<AsyncIterable<Uint8Array>> {
    rewriteHead(req, head);
    return (await this.#open()).ask(req, body, response);
  }
}
