import type { FlatHeaders } from '../routing/matching/flat-headers.js';
import type { ServiceOptions } from '../routing/table/service-options.js';
import { crossOrigin } from './cors.js';
import { securityHeaders } from './security-headers.js';

/** The headers of every answer of an app, refusals included. */
export function sharedHeaders(options: ServiceOptions): FlatHeaders {
  const varies = crossOrigin(options.cors, options.versioning)?.varies ?? false;
  return Object.freeze([...securityHeaders(options.securityHeaders), ...(varies ? ['Vary', 'Origin'] : [])]);
}
