import type { OpenApiDocument } from './open-api.js';
import { writeYaml } from './write-yaml.js';

/** The document as text with a newline at its end: the same document, the same bytes. */
export function serialiseDocument(document: OpenApiDocument, format: 'json' | 'yaml' = 'json'): string {
  if (format === 'json') return `${JSON.stringify(document, null, 2)}\n`;
  return writeYaml(document);
}
