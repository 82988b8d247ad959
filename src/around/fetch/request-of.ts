import type { IncomingMessage } from 'node:http';
import type { Exchange } from '../../server/endpoint/exchange.js';
import { FetchRequest } from '../../server/fetch/fetch-request.js';
import type { OnwardHead } from '../onward.js';

/** The request of an exchange with another head, as a Request; `body` is null for the one as received. */
export function requestOf({ req }: Exchange, head: OnwardHead, body: Buffer | null): Request {
  if (req instanceof FetchRequest) {
    const { request } = req as FetchRequest;
    return body === null && isAsItCame(req, head) ? request : rewritten(request, head, body);
  }
  const url = targetAt(`http://${req.headers.host || 'localhost'}`, head.url);
  return rewritten(new Request(url, { method: 'GET', headers: headersOf(req) }), head, body);
}

/** The header fields of a request, as a Request has them. What tests inject has no distinct ones. */
export function headersOf(req: IncomingMessage): Headers {
  if (req instanceof FetchRequest) return (req as FetchRequest).request.headers;
  const headers = new Headers();
  const fields: NodeJS.Dict<string | string[]> = req.headersDistinct ?? req.headers;
  for (const [name, values] of Object.entries(fields))
    for (const value of [values ?? []].flat()) headers.append(name, value);
  return headers;
}

const isAsItCame = (req: IncomingMessage, { method, url, headers }: OnwardHead) =>
  method === req.method &&
  url === req.url &&
  Object.keys(headers).every((name) => (req.headers[name] ?? null) === headers[name]);

/** A path that begins with two slashes names no host. */
const targetAt = (origin: string, url: string) => new URL(url.startsWith('/') ? `${origin}${url}` : url, origin);

/** Another Request with the body and the signal of the received one. */
export function rewritten(request: Request, { method, url, headers }: OnwardHead, body: Buffer | null): Request {
  const target = targetAt(new URL(request.url).origin, url);
  const names = Object.keys(headers);
  const fields = new Headers(request.headers);
  for (const name of names) {
    if (headers[name] === null) fields.delete(name);
    else fields.set(name, headers[name]!);
  }
  const sent = method === 'GET' || method === 'HEAD' ? null : (body ?? request.body);
  return new Request(target, {
    method,
    headers: fields,
    body: sent as never,
    signal: request.signal,
    redirect: request.redirect,
    ...(sent !== null && { duplex: 'half' }),
  } as RequestInit);
}
