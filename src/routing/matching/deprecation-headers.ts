import { httpDate, structuredDate } from '../../text/date.js';
import type { Deprecation } from '../table/route.js';
import type { FlatHeaders } from './flat-headers.js';

/** `Deprecation` and `Link` (RFC 9745), `Sunset` (RFC 8594). */
export function deprecationHeaders(deprecation: Deprecation | null): FlatHeaders {
  if (!deprecation) return [];
  const { since, sunset, link } = deprecation;
  return [
    'Deprecation',
    structuredDate(since),
    ...(sunset ? ['Sunset', httpDate(sunset)] : []),
    ...(link ? ['Link', `<${link}>; rel="deprecation"; type="text/html"`] : []),
  ];
}
