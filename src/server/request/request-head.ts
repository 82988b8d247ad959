import type { IncomingMessage } from 'node:http';
import { HttpError } from '../../routing/table/http-error.js';
import { originForm } from '../../routing/table/path.js';

const slash = 47;

/** Puts a target in absolute form into origin form, and its authority in place of the Host header (RFC 9112, section 3.2.2). */
export function unifyTarget(req: IncomingMessage): void {
  const url = req.url ?? '/';
  if (url.charCodeAt(0) === slash || !/^https?:/i.test(url) || !URL.canParse(url)) return;
  req.url = originForm(url);
  req.headers.host = new URL(url).host;
}

/** A request with several Host headers is answered with 400 (RFC 9112, section 3.2), since Node and a proxy may read different ones. */
export function refuseHosts({ rawHeaders }: IncomingMessage): HttpError | null {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1 ? new HttpError(400, 'The request has more than one Host header.') : null;
}
