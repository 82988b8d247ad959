import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../server/endpoint/exchange.js';
import { FetchRequest } from '../../server/fetch/fetch-request.js';
import { FetchResponse } from '../../server/fetch/fetch-response.js';
import { ownMethods } from '../../server/fetch/light-stream.js';
import { addOnWrite } from '../../server/headers/add-on-write.js';
import { type AdaptAddress, adaptHints, adaptOnWrite } from '../convert/addresses.js';
import { requestOf } from '../fetch/request-of.js';
import type { Awaiting, Onward, OnwardHead } from '../onward.js';
import { replaceBody } from './replace-body.js';
import { rewriteHead } from './rewrite-head.js';
import { TakenAnswer } from './take-answer.js';

/** Answers requests of Node: a listener, or an application whose middleware we are. */
export type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** The way of a request of Node to its application: the same request and response, which the application reads and writes. */
export class NodeOnward implements Onward {
  readonly keepsTime: boolean = false;
  readonly #run: () => unknown;
  readonly #again: Listener;

  /** `run` hands on the request of the exchange; `again` another one that stands for it. */
  constructor(run: () => unknown, again: Listener) {
    this.#run = run;
    this.#again = again;
  }

  pass({ req, response, endpoint }: Exchange, head: OnwardHead, addresses: AdaptAddress | null): void {
    rewriteHead(req, head);
    if (endpoint.headers.length > 0) addOnWrite(response, endpoint.headers);
    if (addresses !== null) adaptOnWrite(response, addresses);
    this.#run();
  }

  call(
    exchange: Exchange,
    head: OnwardHead,
    body: Buffer | null,
    addresses: AdaptAddress | null,
    awaiting: Awaiting,
  ): void {
    const { req, response } = exchange;
    rewriteHead(req, head);
    const take = () => {
      if (addresses !== null) adaptHints(response, addresses);
      const taken = new TakenAnswer(response, awaiting);
      exchange.response = taken.response;
      this.#run();
      taken.look();
    };
    if (body === null) take();
    else
      replaceBody(req, body)
        .then(take)
        .catch((error: unknown) => awaiting.fail(error));
  }

  ask(exchange: Exchange, head: OnwardHead): Promise<Response> {
    const request = requestOf(exchange, head, null);
    const req = new FetchRequest(request, { remoteAddress: exchange.req.socket.remoteAddress });
    const res = new FetchResponse(req, () => {});
    for (const light of [req, res]) ownMethods(light);
    this.#again(req as never, res as never);
    return res.response;
  }
}
