import type { ServerResponse } from 'node:http';
import { type FlatHeaders, uniteVary } from '../routing/matching/flat-headers.js';

/** Adds headers to a response that may have its own: joins `Vary`, appends `Link`, and sets the others where absent. */
export function mergeHeaders(res: ServerResponse, headers: FlatHeaders): void {
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index]!;
    const value = headers[index + 1]!;
    const own = res.getHeader(name);
    if (own === undefined) res.setHeader(name, value);
    else if (name === 'Vary') res.setHeader(name, uniteVary(String(own), value));
    else if (name === 'Link' && !String(own).includes(value)) res.setHeader(name, `${String(own)}, ${value}`);
  }
}
