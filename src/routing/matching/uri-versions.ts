import type { HttpError } from '../http-error.js';
import type { Route } from '../route.js';
import { compareVersions } from '../compare-versions.js';
import type { RoutingOptions } from '../service-options.js';
import { versionRefusal } from './refuse-unmatched.js';
import type { RouteIndex } from './route-index.js';

/** Under URI versioning: the refusal for an address that other versions have; null when none has it. */
export function uriVersionRefusal(routes: readonly Route[], { prefix = '', versioning }: RoutingOptions, index: Pick<RouteIndex<unknown>, 'find'>): (method: string, url: string) => HttpError | null {
  if (versioning?.type !== 'uri') return () => null;
  const start = prefix === '' ? '' : `/${prefix}`;
  const segment = versioning.prefix ?? 'v';
  const versions = [...new Set(routes.flatMap(({ version }) => version ?? []))].sort(compareVersions);
  return (method, url) => {
    if (!url.startsWith(`${start}/`)) return null;
    const rest = url.slice(start.length);
    const [, first = ''] = /^\/([^/?#]*)/.exec(rest)!;
    const named = first.startsWith(segment) && /\d/.test(first) ? first.slice(segment.length) : null;
    const tail = named === null ? rest : rest.slice(first.length + 1);
    const supported = versions.filter((version) => index.find(method, `${start}/${segment}${version}${tail}`) !== null);
    return supported.length === 0 ? null : versionRefusal(named, supported);
  };
}
