import type { Route } from './route.js';
import { type VersioningOptions, versioningScheme } from '../versioning/versioning.js';

/**
 * One home for path syntax: `:id` in declarations, `{id}` in routes and documents. Declarations write braces too where a parameter is a part of a
 * segment, such as `{name}.{ext}`, or where its name has other characters than an identifier.
 */

export interface DeclaredPath {
  /** `/users/{id}`, without a slash at the end. */
  readonly path: string;
  readonly parameters: readonly string[];
  /** Segments that are neither plain text nor have parameters. */
  readonly invalid: readonly string[];
}

const parameter = /^:([A-Za-z_]\w*)$/;
const text = /^(?:[\w.~!$&'(),;=@-]|%[\dA-Fa-f]{2})(?:[\w.~!$&'(),;=@:-]|%[\dA-Fa-f]{2})*$/;

/** Joins declared parts (`users`, `/:id`) to one path. */
export function joinPath(...parts: readonly string[]): DeclaredPath {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  const parameters: string[] = [];
  const invalid: string[] = [];
  const path = segments
    .map((segment) => {
      const name = parameter.exec(segment)?.[1];
      const parts = name ? [name] : partsOf(segment);
      if (parts) parameters.push(...parts);
      else if (!text.test(segment) || segment === '.' || segment === '..') invalid.push(segment);
      return `/${name ? `{${name}}` : segment}`;
    })
    .join('');
  return { path: path || '/', parameters, invalid };
}

const besides = /^(?:[\w.~!$&'(),;=@:-]|%[\dA-Fa-f]{2})*$/;

/** The parameters of a segment that is written with braces; null for any other, and where one follows another at once. */
function partsOf(segment: string): readonly string[] | null {
  const pieces = segment.split(/\{([^{}]+)\}/);
  const names = pieces.filter((_, index) => index % 2 === 1);
  const texts = pieces.filter((_, index) => index % 2 === 0);
  if (names.length === 0 || !texts.every((one) => besides.test(one)) || texts.slice(1, -1).includes('')) return null;
  return isPlain(segment) ? null : names;
}

/** `{id}`, which declarations write as `:id`. */
const isPlain = (segment: string) => /^\{[A-Za-z_]\w*\}$/.test(segment);

/** `books/:id` for `books/{id}`: a path as declarations write it. */
export const declaredForm = (path: string) =>
  path
    .split('/')
    .map((segment) => (isPlain(segment) ? `:${segment.slice(1, -1)}` : segment))
    .join('/');

/** `/users/{}`: what two paths share that differ in parameter names only. */
export function pathShape(path: string): string {
  return path.includes('{') ? path.replaceAll(/\{[^{}]+\}/g, '{}') : path;
}

/** `['id']` for `/users/{id}`. */
export function pathParameters(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map((match) => match[1]!);
}

/** The path without the segment that names its version: what a route's versions have in common. */
export function unversionedPath(
  route: Pick<Route, 'path' | 'version'>,
  versioning: VersioningOptions | undefined,
): string {
  const segment = route.version === null ? '' : (versioningScheme(versioning)?.segment(route.version) ?? '');
  if (segment === '') return route.path;
  const segments = route.path.split('/');
  const at = segments.indexOf(segment);
  return at < 0 ? route.path : segments.toSpliced(at, 1).join('/') || '/';
}

/** Where a mount is served. */
export function mountPath(prefix: string | undefined, { path }: { readonly path: string }): string {
  return joinPath(prefix ?? '', path).path;
}

const slash = 47;

/** The path and query of a request's target; a proxy may be asked in absolute form (RFC 9112, section 3.2.2). */
export function originForm(url: string): string {
  if (url.charCodeAt(0) === slash || !URL.canParse(url)) return url;
  return url
    .slice(url.indexOf('//') + 2)
    .replace(/^[^/?]*/, '')
    .replace(/^(?!\/)/, '/');
}

/** The path of a request's target, as it was sent. It ends before a fragment too, which no client sends and which routers cut off. */
export function pathOf(url: string): string {
  const target = originForm(url);
  const query = target.indexOf('?');
  const path = query < 0 ? target : target.slice(0, query);
  const fragment = path.indexOf('#');
  return fragment < 0 ? path : path.slice(0, fragment);
}

/** The query of a request's target without its question mark; empty when there is none. */
export function queryOf(url: string): string {
  const fragment = url.indexOf('#');
  const start = url.indexOf('?');
  if (start < 0 || (fragment >= 0 && fragment < start)) return '';
  return url.slice(start + 1, fragment < 0 ? undefined : fragment);
}
