import type { OpenDocument } from '../openapi/open-document.js';
import { type Json, listAt, objectAt, textAt } from '../json/json.js';

/** The addresses of an operation, or of the document, with the defaults of their variables; empty text means the page's own origin. */
export function serversOf(own: Json | undefined, { root }: OpenDocument): readonly string[] {
  const written = listAt(own).length > 0 ? own : root['servers'];
  const urls = listAt(written).flatMap((server) => {
    const { url, variables } = objectAt(server);
    const filled = textAt(url)?.replaceAll(
      /\{([^}]+)\}/g,
      (whole, name: string) => textAt(objectAt(objectAt(variables)[name])['default']) ?? whole,
    );
    return filled === undefined ? [] : [filled.replace(/\/+$/, '')];
  });
  return urls.length === 0 ? [''] : [...new Set(urls)];
}
