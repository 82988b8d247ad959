import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { bytesOf } from '../../routing/table/response-of-bytes.js';
import type { Exchange } from '../endpoint/exchange.js';
import { mergeHeaders } from '../headers/merge-headers.js';

/** Statuses without a body (RFC 9112, section 6.3). */
const bodiless = new Set([204, 304]);

/** Sends a Web Response. Where its body is a stream, returns a promise that rejects when the body breaks off or the client leaves. */
export function sendResponse(exchange: Exchange, value: Response): Promise<void> | undefined {
  const { req, response, endpoint } = exchange;
  const isSent = value.body !== null && req.method !== 'HEAD';
  const bytes = isSent ? bytesOf(value) : undefined;
  const body = isSent && !bytes ? Readable.fromWeb(value.body as ReadableStream) : null;
  exchange.placeHeaders();
  for (const [name, text] of value.headers) if (name !== 'set-cookie') response.setHeader(name, text);
  const cookies = value.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader('Set-Cookie', [...ownCookies(response), ...cookies]);
  mergeHeaders(response, endpoint.headers);
  if (!value.body && req.method !== 'HEAD' && !bodiless.has(value.status)) response.setHeader('Content-Length', '0');
  response.writeHead(value.status, value.statusText || undefined);
  if (body) return pipeline(body, response);
  value.body?.cancel().catch(() => {});
  response.end(bytes);
  return undefined;
}

function ownCookies(res: ServerResponse): string[] {
  const own = res.getHeader('Set-Cookie');
  return own === undefined ? [] : [own].flat().map(String);
}

/** Whether sending ended because the client left. */
export const isClientGone = (error: unknown) => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE';
