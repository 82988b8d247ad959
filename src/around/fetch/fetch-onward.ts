import type { ServerResponse } from 'node:http';
import { uniteLinks, uniteVary, type FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { Exchange } from '../../server/endpoint/exchange.js';
import { type AdaptAddress, addressFields } from '../convert/addresses.js';
import type { Answer, Awaiting, Onward, OnwardHead } from '../onward.js';
import { writableReason } from '../writable-reason.js';
import { requestOf } from './request-of.js';

/** An application that answers Requests. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/** The way of a Request to its application. */
export class FetchOnward implements Onward {
  readonly keepsTime = false;
  readonly #next: FetchHandler;
  readonly #answer: (response: Promise<Response>) => void;

  /** `answer` is what the client gets. */
  constructor(next: FetchHandler, answer: (response: Promise<Response>) => void) {
    this.#next = next;
    this.#answer = answer;
  }

  pass(exchange: Exchange, head: OnwardHead, addresses: AdaptAddress | null): void {
    const { headers } = exchange.endpoint;
    this.#answer(this.ask(exchange, head).then((response) => withHeaders(response, headers, addresses)));
  }

  call(
    exchange: Exchange,
    head: OnwardHead,
    body: Buffer | null,
    _addresses: AdaptAddress | null,
    awaiting: Awaiting,
  ): void {
    this.#take(exchange, head, body).then(
      (answer) => awaiting.begin(answer),
      (error: unknown) => awaiting.fail(error),
    );
  }

  async #take(exchange: Exchange, head: OnwardHead, body: Buffer | null): Promise<Answer> {
    const response = await this.#next(requestOf(exchange, head, body));
    return placeAnswer(exchange.response, response);
  }

  async ask(exchange: Exchange, head: OnwardHead): Promise<Response> {
    return this.#next(requestOf(exchange, head, null));
  }
}

/** Puts the status and the headers of a Response on what writes responses of Node. */
export function placeAnswer(res: ServerResponse, { status, statusText, headers, body }: Response): Answer {
  res.statusCode = status;
  const reason = writableReason(statusText);
  if (reason !== '') res.statusMessage = reason;
  for (const [name, value] of headers) if (name !== 'set-cookie') res.setHeader(name, value);
  const cookies = headers.getSetCookie();
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
  return { head: res, body: (body ?? []) as AsyncIterable<Uint8Array> };
}

const united: Readonly<Record<string, (...values: readonly string[]) => string>> = {
  vary: uniteVary,
  link: uniteLinks,
};

/** A Response with addresses that its clients know, and headers that it does not have. */
export function withHeaders(response: Response, headers: FlatHeaders, addresses: AdaptAddress | null): Response {
  if (headers.length === 0 && addresses === null) return response;
  const own = response.headers;
  // A Response with a body answers one request only, and a copy would read it as a stream. One without may be kept for several.
  if (own.has('content-type') && changeHeaders(own, headers, addresses)) return response;
  const all = new Headers(own);
  changeHeaders(all, headers, addresses);
  const { status, statusText } = response;
  return new Response(response.body, { status, statusText: writableReason(statusText), headers: all });
}

/** Whether the headers can be changed: those of a fetched answer cannot. */
function changeHeaders(all: Headers, headers: FlatHeaders, addresses: AdaptAddress | null): boolean {
  try {
    if (addresses !== null)
      for (const name of addressFields) if (all.has(name)) all.set(name, addresses(name, all.get(name)!));
    for (let index = 0; index < headers.length; index += 2) {
      const [name, value] = [headers[index]!, headers[index + 1]!];
      const own = all.get(name);
      const unite = united[name.toLowerCase()];
      if (own === null) all.set(name, value);
      else if (unite) all.set(name, unite(own, value));
    }
    return true;
  } catch {
    return false;
  }
}
