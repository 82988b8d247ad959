import type { IncomingMessage, ServerResponse } from 'node:http';
import { HttpError } from '../../routing/table/http-error.js';
import { originForm } from '../../routing/table/path.js';

const slash = 47;

/** More than any client sends. Node reads 2,000 and drops the others without a word, so a proxy may have read what we have not. */
const mostHeaders = 1_000;

/** A host and a port (RFC 9110, section 7.2); empty where the target has no authority. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

/** Puts a target in absolute form into origin form, and its authority in place of the Host header (RFC 9112, section 3.2.2). */
export function unifyTarget(req: IncomingMessage): void {
  const url = req.url ?? '/';
  if (url.charCodeAt(0) === slash || !/^https?:/i.test(url) || !URL.canParse(url)) return;
  req.url = originForm(url);
  const { host } = new URL(url);
  req.headers.host = host;
  const at = req.rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (at === -1) req.rawHeaders.push('Host', host);
  else req.rawHeaders[at + 1] = host;
}

const refused = new WeakSet<IncomingMessage['socket']>();

/** Whether a request stands behind a refused one on its connection. Node has parsed it already, but it may be a part of the refused one. */
export const isBehindRefusal = ({ socket }: IncomingMessage): boolean => refused.has(socket);

/** Why a request is refused whose end or host a proxy may read otherwise (RFC 9112, sections 3.2 and 6.1); null for any other. */
export function refuseHead(req: IncomingMessage, res: ServerResponse): HttpError | null {
  const error = findRefusal(req, res);
  if (error !== null) refused.add(req.socket);
  return error;
}

function findRefusal(req: IncomingMessage, res: ServerResponse): HttpError | null {
  const { headers, rawHeaders } = req;
  // Node parses 0.9 and 2.0 too, without asking for a Host.
  if (req.httpVersionMajor !== 1) return refusal(505, 'Send HTTP/1.1.');
  if (rawHeaders.length > 2 * mostHeaders) return refusal(431, `Send at most ${mostHeaders} headers.`);
  // Node would refuse it, and read what follows.
  if (headers.host === undefined && req.httpVersionMinor > 0) return refusal(400, 'The request has no Host header.');
  if (hasSeveralHosts(rawHeaders)) return refusal(400, 'The request has more than one Host header.');
  if (headers.host !== undefined && !hostPattern.test(headers.host))
    return refusal(400, 'The Host header is not one host and port.');
  // Node reads an empty coding as no coding, and would read the body as the next request.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return refusal(501, 'The only Transfer-Encoding is chunked.');
  // Node drops what it has read behind an upgrade, so a later answer would seem to be an earlier one's.
  if (headers.upgrade !== undefined) res.shouldKeepAlive = false;
  return null;
}

function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** What follows a request with an unclear end is not read. */
function refusal(status: number, detail: string): HttpError {
  return new HttpError(status, detail, {}, { headers: { Connection: 'close' } });
}
