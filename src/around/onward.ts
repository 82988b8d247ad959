import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../server/endpoint/exchange.js';
import type { AdaptAddress } from './convert/addresses.js';

/** The head of a request as the application gets it. */
export interface OnwardHead {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** What differs from the request that came, with names in lower case; null for a field that is left out. */
  readonly headers: Readonly<Record<string, string | null>>;
}

/** The bytes of an answer in their coding: whole, where they have come with its head. */
export type AnswerBody = Buffer | AsyncIterable<Uint8Array>;

/** The way of one request to the application. */
export interface Onward {
  /** Hands it on; the answer goes to the client as it is, with the headers of the endpoint, and addresses that its clients know. */
  pass(exchange: Exchange, head: OnwardHead, addresses: AdaptAddress | null): void;
  /**
   * Hands on what changes have made of it; `body` is null for the one that came. Resolves once the answer has begun: its head is on the
   * response of the exchange, and its bytes are the result, in their coding. `addresses` are for what is sent before.
   */
  call(exchange: Exchange, head: OnwardHead, body: Buffer | null, addresses: AdaptAddress | null): Promise<AnswerBody>;
  /** As `call`, with an answer of its own: for the pages of a list. */
  ask(exchange: Exchange, head: OnwardHead): Promise<Response>;
}

const onwardKey = Symbol('svckit.onward');

type Travelling = IncomingMessage & { [onwardKey]?: Onward };

/** Says how a request gets to the application, before it is decided who answers it. */
export function setOnward(req: IncomingMessage, onward: Onward): void {
  (req as Travelling)[onwardKey] = onward;
}

/** The way of a request to the application. Throws for one that came to a service which has none. */
export function onwardOf(req: IncomingMessage): Onward {
  const onward = (req as Travelling)[onwardKey];
  if (onward) return onward;
  throw new TypeError(
    'No application is behind this request. Serve what around() returns with fetch, node, express or fastify, or a gateway with svc serve.',
  );
}
