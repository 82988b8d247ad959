import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import { isTouched, mergeHeaders } from '../headers/merge-headers.js';
import { writeHead } from '../headers/write-head.js';

/** What has to happen before somebody writes a response. */
export type Preparation = (req: IncomingMessage, res: ServerResponse) => void;

/** A response that takes an answer as a whole, and needs preparation only where somebody writes it otherwise. Those of Node do not. */
export interface WholeResponse {
  /** Puts a preparation off until somebody writes the response other than as a short whole, or reads the conditions of the request. */
  prepareLater(pending: Preparation): void;
  prepare(): void;
  /**
   * Sends an answer that nobody has touched. `fixed` are the fields of every answer of a route; `own` are those of this one. Returns
   * false where it has to be written step by step.
   */
  sendWhole(status: number, fixed: FlatHeaders, own: FlatHeaders, body?: string | Uint8Array): boolean;
}

const takesWhole = (res: ServerResponse): res is ServerResponse & WholeResponse => 'sendWhole' in res;

/** Puts a preparation off, of a response that can wait. */
export function prepareLater(res: ServerResponse, pending: Preparation): void {
  if (takesWhole(res)) res.prepareLater(pending);
  else pending(res.req, res);
}

/** Does what was put off, before others have the response. */
export function prepare(res: ServerResponse): void {
  if (takesWhole(res)) res.prepare();
}

/** Merges with the headers that the response already has; without any, one array goes to the socket as it is. `own` are those of this request. */
export function sendWhole(
  res: ServerResponse,
  status: number,
  headers: FlatHeaders,
  own: FlatHeaders,
  body?: string | Uint8Array,
): void {
  const hasOthers = isTouched(res);
  if (!hasOthers && takesWhole(res) && res.sendWhole(status, headers, own, body)) return;
  const length = body === undefined ? 0 : Buffer.byteLength(body);
  // ASCII is the same in both encodings, and Node writes Latin-1, as header fields are, without converting it.
  const encoding = length === body?.length ? 'latin1' : 'utf8';
  if (hasOthers) {
    mergeHeaders(res, own);
    mergeHeaders(res, headers);
    // Trailers need chunks (RFC 9112, section 7.1.2), and Node throws where they are announced without.
    res.removeHeader('Trailer');
    if (body === undefined) res.removeHeader('Content-Length');
    else res.setHeader('Content-Length', length);
    res.writeHead(status);
    res.end(body, encoding);
  } else if (body === undefined) {
    writeHead(res, status, headers, own);
    res.end();
  } else {
    writeHead(res, status, headers, [...own, 'Content-Length', String(length)]);
    res.end(body, encoding);
  }
}
