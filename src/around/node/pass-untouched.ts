import type { IncomingMessage, ServerResponse } from 'node:http';
import { addOnWrite } from '../../server/headers/add-on-write.js';
import { addressesFor, adaptOnWrite } from '../convert/addresses.js';
import type { NamesVersion } from '../name-version.js';
import type { Untouched } from '../untouched.js';
import { replaceField, rewriteHead } from './rewrite-head.js';

/** Names the version of the application on a request, and gives the head of its answer what its version has. */
export function passUntouched(
  req: IncomingMessage,
  res: ServerResponse,
  { route, versionField, forClients, headers, elsewhere }: Untouched,
  names: NamesVersion,
): void {
  if (versionField !== null) replaceField(req, versionField.field, versionField.value);
  else if (route !== null) {
    const named = names.newest(req, route);
    rewriteHead(req, { method: req.method!, url: named.url, headers: named.headers });
  }
  if (elsewhere !== null) {
    rewriteHead(req, elsewhere.head);
    adaptOnWrite(res, elsewhere.adapt);
  }
  if (headers.length > 0) addOnWrite(res, headers);
  if (forClients !== null) adaptOnWrite(res, addressesFor(req, headers, forClients));
}
