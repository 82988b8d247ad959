import { buildDocument, type Documented } from './document/build-document.js';
import type { BuildOptions } from './document/document-settings.js';
import type { OpenApiDocument } from './document/open-api.js';
import { keptDocument } from './kept/kept-document.js';

/**
 * The OpenAPI document of a route table, in one version or in all; of an application that exists, its own. The same table and options give the
 * same bytes. Throws an UnknownVersionError, or an UndescribableSchemaError that names the handler and the place.
 */
export function documentOf(documented: Documented, options: BuildOptions = {}): OpenApiDocument {
  const { application } = documented;
  if (!application) return buildDocument(documented, options);
  return keptDocument(application.described(), documented, options) as unknown as OpenApiDocument;
}
