import type { Bundle } from '../../openapi/references/bundle-document.js';
import type { WrittenBundle } from '../../openapi/references/locate-tokens.js';
import { type JsonObject, objectAt } from '../../json/json.js';
import { CommandFailure } from '../command-failure.js';

/**
 * The part of a document that one of several versions has: the paths below its own, and those that are below none of `taken`. The last
 * segment of its own is removed where paths do not hold the version. Throws where no path is below it.
 */
export function partOfDocument(
  bundle: Bundle,
  own: string,
  taken: readonly string[],
  isInPath: boolean,
): Bundle & WrittenBundle {
  const around = own.slice(0, own.lastIndexOf('/'));
  const paths: Record<string, JsonObject> = {};
  const writtenPaths = new Map<string, string>();
  for (const [written, item] of Object.entries(objectAt(bundle.document['paths']))) {
    const owner = ownerOf(written, taken);
    if (owner !== undefined && owner !== own) continue;
    const path = isInPath || owner === undefined ? written : `${around}${written.slice(own.length)}` || '/';
    paths[path] = owner === own ? { ...paths[path], ...objectAt(item) } : { ...objectAt(item), ...paths[path] };
    if (owner === own || !writtenPaths.has(path)) writtenPaths.set(path, written);
  }
  if (![...writtenPaths.values()].some((written) => ownerOf(written, taken) === own))
    throw new CommandFailure(`paths is ${own}, and the document has no path below it.`);
  return { ...bundle, document: { ...bundle.document, paths }, writtenPaths };
}

/** The longest of several beginnings that a path has. */
function ownerOf(path: string, taken: readonly string[]): string | undefined {
  const found = taken.filter((one) => path === one || path.startsWith(`${one}/`));
  return found.toSorted((a, b) => b.length - a.length)[0];
}
