import { type DeprecatedOptions, readDeprecation } from '../../changes/deprecation.js';
import { declareFacts } from './declaration.js';

/**
 * Announces the removal of a route, or of a controller's routes, in every response: `Deprecation` (RFC 9745), `Sunset` (RFC 8594), `Link`.
 * Throws a TypeError when a date or the link cannot be read, or the sunset is before `since`.
 */
export function Deprecated(options: DeprecatedOptions) {
  const deprecation = readDeprecation(options, '@Deprecated ');
  return declareFacts(deprecation ? { deprecation } : {});
}
