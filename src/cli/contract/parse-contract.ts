import type { JsonObject } from '../../json/json.js';
import { DocumentError, loadDocumentText } from '../../contract/diff/load-document-text.js';
import { CommandFailure } from '../command-failure.js';

/** An OpenAPI document from its text; throws with a sentence that names `source` and the fix. */
export function parseContract(text: string, source: string): JsonObject {
  if (/^<{7} /m.test(text))
    throw new CommandFailure(`${source} has merge conflict marks. Write it anew with svc openapi lock.`);
  try {
    return loadDocumentText(text, source);
  } catch (error) {
    throw error instanceof DocumentError ? new CommandFailure(error.message) : error;
  }
}
