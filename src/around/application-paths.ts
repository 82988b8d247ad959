import { declaredForm } from '../routing/table/path.js';
import { versioningScheme, type VersioningOptions } from '../routing/versioning/versioning.js';

/** How the paths of an application are made of a prefix, a version and what a handler would declare. */
export interface ApplicationPaths {
  /** One segment in front of every path, or empty. */
  readonly prefix: string;
  /** `books/:id` of `/v2/books/{id}`. */
  declared(path: string): string;
  /** Whether a path names no version where others do. */
  isNeutral(path: string): boolean;
}

/** Reads the paths of a document. Throws a TypeError where paths shall name versions and none names the newest. */
export function applicationPaths(
  paths: readonly string[],
  versioning: VersioningOptions,
  known: { readonly newest: string; readonly served: readonly string[] },
): ApplicationPaths {
  const scheme = versioningScheme(versioning)!;
  if (scheme.sharesPaths) return { prefix: '', declared: declaredForm, isNeutral: () => false };
  const segment = scheme.segment(known.newest);
  const prefixes = new Set(paths.flatMap((path) => prefixBefore(segment, path) ?? []));
  const [prefix = '', ...others] = prefixes;
  if (prefixes.size === 0)
    throw new TypeError(
      `around(): no path of the document names version ${known.newest}, such as /${segment}/books. Give the document of what the application serves, or name versions another way: versioning: { type: 'header', header: 'X-API-Version' }.`,
    );
  if (others.length > 0)
    throw new TypeError(
      `around(): the document has the version behind several prefixes: ${[...prefixes].map((one) => `"/${one}"`).join(', ')}. Keep one, and give the others a gateway of their own.`,
    );
  const segments = new Set(known.served.map((version) => scheme.segment(version)));
  const below = (path: string) => {
    const parts = path.split('/').slice(prefix === '' ? 1 : 2);
    return segments.has(parts[0]!) ? parts.slice(1).join('/') : null;
  };
  return {
    prefix,
    declared: (path) => declaredForm(below(path) ?? (prefix === '' ? path : path.replace(`/${prefix}/`, '/'))),
    isNeutral: (path) => below(path) === null,
  };
}

/** The segment before the version, or none; null for a path without the version. */
function prefixBefore(segment: string, path: string): string | null {
  const at = path.split('/').indexOf(segment);
  if (at === 1) return '';
  return at === 2 ? path.split('/')[1]! : null;
}
