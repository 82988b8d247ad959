import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

/** Writes the document of a row, and its parts, below a folder. Returns its path there. */
export function writeDocument(repositories, row, folder) {
  repositories.writeFiles(row.repository, row.commit, row.files ? row.files.split(' ') : [row.path], folder);
  return row.path;
}

/** A document as svckit reads it: bundled, and one of Swagger 2.0 as OpenAPI; empty where it refuses to. */
export async function loadedDocument(folder, path) {
  const { loadDocument } = await import('../../dist/openapi.js');
  return loadDocument(path, { cwd: folder }).then(
    ({ content }) => content,
    () => ({}),
  );
}

/** The document as a value; one with parts in other files as svckit bundles it. */
export async function readDocument(folder, row) {
  if (row.files) return loadedDocument(folder, row.path);
  const text = readFileSync(join(folder, row.path), 'utf8');
  return row.path.endsWith('.json') ? JSON.parse(text) : parse(text, { logLevel: 'silent', maxAliasCount: -1 });
}

/** The operations, each with what its path says for all of them. */
export function operationsOf(document) {
  return Object.values(document.paths ?? {}).flatMap((item) => {
    const { $ref, ...beside } = item;
    const entries = Object.entries({ ...resolve(document, $ref), ...beside });
    const shared = entries.filter(([name]) => name === 'parameters').map(([, value]) => value);
    const own = entries.filter(([name]) => methods.includes(name)).map(([, value]) => value);
    const additional = Object.values(item.additionalOperations ?? {});
    return [...own, ...additional].map((operation) => [operation, ...shared]);
  });
}

/** What a reference within the document points to; undefined for any other. */
export function resolve(document, ref) {
  if (typeof ref !== 'string' || !ref.startsWith('#/')) return undefined;
  const steps = ref.slice(2).split('/');
  return steps.reduce((value, step) => value?.[unescapeStep(step)], document);
}

function unescapeStep(step) {
  const text = step.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
