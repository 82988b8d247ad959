import { declarationError } from '../../report/load-session.js';
import { declareFacts } from '../declare/declaration.js';
import { type PreviewOptions, readTerms } from './preview-terms.js';

/**
 * Serves a route, or the routes of a controller, only to requests that name the preview in `API-Preview`. Routes of one preview say its
 * options once: `@Preview('search-2026-11', { expires: '2027-02-01' })`, and `@Preview('search-2026-11')` on the others. Throws a
 * TypeError for options that cannot be read.
 */
export function Preview(name: string, options: PreviewOptions = {}) {
  const terms = readTerms(name, options);
  if ('name' in terms) return declareFacts({ preview: terms });
  declarationError('invalid-preview', `@Preview: ${terms.message}`, terms.fix);
  return declareFacts({});
}
