import type { HttpError } from '../table/http-error.js';
import type { Route } from '../table/route.js';
import { compareVersions } from './compare-versions.js';
import type { RoutingOptions } from '../table/service-options.js';
import { versionRefusal } from '../matching/refuse-unmatched.js';
import type { RouteIndex } from '../matching/route-index.js';

const versionsOf = (routes: readonly Route[]) =>
  [...new Set(routes.flatMap(({ version }) => version ?? []))].sort(compareVersions);
const startOf = ({ prefix = '' }: RoutingOptions) => (prefix === '' ? '' : `/${prefix}`);
const segmentOf = ({ versioning }: RoutingOptions) => (versioning?.type === 'uri' ? (versioning.prefix ?? 'v') : null);

/**
 * Reads the version that an address names under URI versioning, there or not; null when it names none. What stands behind the version prefix
 * is a version when it has a digit, or is the name of one that there is, in capitals or not: `/videos` asks for no version `ideos`.
 */
export function uriVersionReader(routes: readonly Route[], options: RoutingOptions): (url: string) => string | null {
  const segment = segmentOf(options);
  if (segment === null) return () => null;
  const names = new Set(versionsOf(routes).map((version) => version.toLowerCase()));
  const start = `${startOf(options)}/${segment}`;
  return (url) => {
    const text = url.startsWith(start) ? url.slice(start.length).replace(/[/?#].*$/s, '') : '';
    return /\d/.test(text) || names.has(text.toLowerCase()) ? text : null;
  };
}

/** Under URI versioning: the refusal for an address that other versions have; null when none has it. */
export function uriVersionRefusal(
  routes: readonly Route[],
  options: RoutingOptions,
  index: Pick<RouteIndex<unknown>, 'find'>,
): (method: string, url: string) => HttpError | null {
  const segment = segmentOf(options);
  if (segment === null) return () => null;
  const start = startOf(options);
  const versions = versionsOf(routes);
  const readVersion = uriVersionReader(routes, options);
  return (method, url) => {
    if (!url.startsWith(`${start}/`)) return null;
    const named = readVersion(url);
    const tail = url.slice(start.length + (named === null ? 0 : 1 + segment.length + named.length));
    const supported = versions.filter((version) => index.find(method, `${start}/${segment}${version}${tail}`) !== null);
    return supported.length === 0 ? null : versionRefusal(named, supported);
  };
}
