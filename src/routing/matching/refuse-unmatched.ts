import { HttpError } from '../table/http-error.js';
import { originForm } from '../table/path.js';
import type { Route } from '../table/route.js';
import type { RoutingOptions } from '../table/service-options.js';
import type { VersionSource } from '../versioning/versioning-type.js';
import { versioningScheme } from '../versioning/versioning.js';
import { servedVersions, versionsOf } from '../versioning/versions.js';
import type { Entry } from './entry.js';
import { supportedVersions } from './entry.js';
import type { RouteIndex } from './route-index.js';
import type { Method } from '../declare/method.js';

type Sibling = ReturnType<RouteIndex<unknown>['findAll']>[number];

/** The 404 for a version that an address does not have, or for none where one is required. */
export function versionRefusal(
  requested: string | null,
  supportedVersions: readonly string[],
  detail = refusalDetail(requested, supportedVersions),
): HttpError {
  const code = requested === null ? 'api-version-required' : 'api-version-unsupported';
  return new HttpError(404, detail, { code, requested, supportedVersions });
}

function refusalDetail(requested: string | null, supportedVersions: readonly string[]): string {
  const lack = requested === null ? 'needs a version' : `does not exist in version ${requested}`;
  return `This address ${lack}. Available: ${supportedVersions.join(', ')}.`;
}

/** The refusal of a version that an entry does not have. A wrong method is never reported as a wrong version. */
export function refuseVersion(entry: Entry<unknown>, version: string, siblings: readonly Sibling[]): HttpError {
  const others = siblings.filter(
    (sibling) => version !== '' && sibling.entry !== entry && sibling.entry.byVersion.has(version),
  );
  return others.length > 0 ? methodRefusal(others) : versionRefusal(version || null, supportedVersions(entry));
}

/** The refusal of a version that the caller is pinned to. */
export function refusePin(pin: string, entry: Entry<unknown>): HttpError {
  const available = supportedVersions(entry);
  const detail = `The caller is pinned to version ${pin}, which this address does not have. Available: ${available.join(', ')}.`;
  return versionRefusal(pin, available, detail);
}

/** The 405 with `Allow` (RFC 9110, section 15.5.6), which lists the methods of the named version if the address has it. */
export function refuseMethod(req: VersionSource, siblings: readonly Sibling[]): HttpError {
  const inVersion = siblings.filter(
    ({ entry }) => entry.readVersion === null || entry.neutral || entry.byVersion.has(entry.readVersion(req)),
  );
  return methodRefusal(inVersion.length > 0 ? inVersion : siblings);
}

function methodRefusal(siblings: readonly Sibling[]): HttpError {
  const allow = allowedMethods(siblings);
  return new HttpError(
    405,
    `This address does not allow the method. Allowed: ${allow.join(', ')}.`,
    {},
    { headers: { Allow: allow.join(', ') } },
  );
}

export function allowedMethods(siblings: readonly Pick<Sibling, 'method'>[]): readonly string[] {
  return [...new Set<Method>([...siblings.map(({ method }) => method), 'OPTIONS'])];
}

/** Where paths name the version: the refusal for an address that only other versions have; null when none has it. */
export function otherVersionsRefusal(
  routes: readonly Route[],
  { prefix = '', versioning }: RoutingOptions,
  index: Pick<RouteIndex<unknown>, 'find'>,
): (method: string, url: string) => HttpError | null {
  const scheme = versioningScheme(versioning);
  if (!scheme || scheme.sharesPaths) return () => null;
  const versions = versionsOf(routes);
  const { read, inVersion } = scheme.locate({ prefix, versions: servedVersions(routes) });
  return (method, target) => {
    const url = originForm(target);
    const supported = versions.filter((version) => index.find(method, inVersion(url, version)) !== null);
    return supported.length === 0 ? null : versionRefusal(read({ url, headers: {} }) || null, supported);
  };
}
