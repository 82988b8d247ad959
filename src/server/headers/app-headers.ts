import helmet, { type HelmetOptions } from 'helmet';
import type { FlatHeaders } from '../../routing/matching/flat-headers.js';
import type { ServiceOptions } from '../../routing/table/service-options.js';
import { variesByOrigin } from './cors.js';
import { recordHeaders } from './record-headers.js';

/** The headers of every answer of an app, including errors. Throws a BootError for options that helmet rejects. */
export function appHeaders(options: ServiceOptions): FlatHeaders {
  const vary = variesByOrigin(options.cors) ? ['Vary', 'Origin'] : [];
  return Object.freeze([...securityHeaders(options.securityHeaders), ...vary]);
}

/** helmet's headers, which do not depend on the request. */
function securityHeaders(value: boolean | HelmetOptions | undefined): FlatHeaders {
  if (!value) return [];
  return recordHeaders({ name: 'securityHeaders', value }, {}, () => helmet(value === true ? {} : value));
}
