import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../server/endpoint/exchange.js';
import type { AdaptAddress } from './convert/addresses.js';
import type { HeadList } from './convert/head-list.js';

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

/** What the application answers, once it has begun. */
export interface Answer {
  /** The response of the exchange, or a list that is not on it yet. */
  readonly head: ServerResponse | HeadList;
  readonly body: AnswerBody;
}

/** The outcome of a request: one of both, once. */
export interface Awaiting {
  begin(answer: Answer): void;
  fail(error: unknown): void;
}

/** The way of one request to the application. */
export interface Onward {
  /** Whether a call fails by itself where its answer does not begin in time. */
  readonly keepsTime: boolean;
  /** Hands it on; the answer goes to the client as it is, with the headers of the endpoint, and addresses that its clients know. */
  pass(exchange: Exchange, head: OnwardHead, addresses: AdaptAddress | null): void;
  /** Hands on the converted request; `body` is null for the one as received. `addresses` are for interim responses. */
  call(
    exchange: Exchange,
    head: OnwardHead,
    body: Buffer | null,
    addresses: AdaptAddress | null,
    awaiting: Awaiting,
  ): void;
  /** As `call`, but with a separate answer: for the pages of a list. */
  ask(exchange: Exchange, head: OnwardHead): Promise<Response>;
}

const onwardKey = Symbol('svckit.onward');

type Travelling = IncomingMessage & { [onwardKey]?: Onward };

/** Sets how a request gets to the application, before it is decided who answers it. */
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
