import type { ApiDocOptions } from './api-doc-options.js';
import { declareFacts, requireParentheses } from './declaration.js';

/** Adds to the operation, or on a controller to all of its operations; a handler's members win. */
export const ApiDoc = (doc: ApiDocOptions) => declareFacts({ doc });

/** Keeps the route out of documents; it is still served and listed. */
export function ApiHidden(...given: readonly never[]) {
  requireParentheses('ApiHidden', given);
  return declareFacts({ hidden: true });
}
