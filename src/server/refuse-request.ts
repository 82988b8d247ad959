import type { IncomingMessage, ServerResponse } from 'node:http';

/** More than any client sends. Node reads 2,000 and drops the others without a word, so a proxy may have read what we have not. */
const mostHeaders = 1_000;

/** A host and a port (RFC 9110, section 7.2); empty where the target has no authority. */
const hostPattern = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-f:.]+\])(?::\d{0,5})?$/i;

let latestHost: string | undefined;

/** Answers a request that a proxy may read otherwise, and ends its connection (RFC 9112, sections 3.2 and 9.6); false for any other. */
export function refuseRequest(req: IncomingMessage, res: ServerResponse): boolean {
  const { headers } = req;
  // Node parses 0.9 and 2.0 too, without asking for a Host.
  if (req.httpVersionMajor !== 1) return refuse(res, 505, 'Send HTTP/1.1.');
  if (req.rawHeaders.length > 2 * mostHeaders) return refuse(res, 431, `Send at most ${mostHeaders} headers.`);
  const { host } = headers;
  if (host !== undefined && host !== latestHost) {
    if (!hostPattern.test(host)) return refuse(res, 400, 'The header Host is not one host and port.');
    latestHost = host;
  }
  // Node takes an empty coding for none, and would read the body as the next request.
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return refuse(res, 501, 'The only Transfer-Encoding is chunked.');
  // Node drops what it has read behind an upgrade, so a later answer would seem to be an earlier one's.
  if (headers.upgrade !== undefined) res.shouldKeepAlive = false;
  return false;
}

function refuse(res: ServerResponse, status: number, sentence: string): true {
  res.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' }).end(`${sentence}\n`);
  return true;
}
