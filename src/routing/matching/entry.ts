import { pathShape } from '../table/path.js';
import type { Route } from '../table/route.js';
import { compareVersions, NEXT } from '../../text/version-order.js';
import type { FlatHeaders } from './flat-headers.js';
import type { VersionReader, VersionSource } from '../versioning/versioning-type.js';
import type { Method } from '../declare/method.js';

/** All answers of one method at one path, one for each version. */
export interface Entry<Answer> {
  readonly method: Method;
  readonly shape: string;
  readonly byVersion: ReadonlyMap<string, Answer>;
  /** Answers whatever version is named. */
  readonly neutral: Answer | null;
  /** Answers a request that names no version. */
  readonly fallback: Answer | null;
  /** null where no version is read: the path names it, or has no versions. */
  readonly readVersion: VersionReader | null;
  /** The headers of refusals. */
  readonly headers: FlatHeaders;
  /** The same entry for requests that name no version, where the caller's pin does; null where none is asked. */
  readonly pinned: Entry<Answer> | null;
}

export function makeEntry<Answer, Served extends Pick<Route, 'method' | 'path' | 'version'>>(
  routes: readonly Served[],
  answers: ReadonlyMap<Served, Answer>,
  defaults: readonly string[],
  readVersion: VersionReader | null,
  headers: FlatHeaders,
  pinned: Entry<Answer> | null,
): Entry<Answer> {
  const byVersion = new Map(
    routes.filter(({ version }) => version !== null).map((route) => [route.version!, answers.get(route)!]),
  );
  const unversioned = routes.find(({ version }) => version === null);
  const neutral = unversioned ? answers.get(unversioned)! : null;
  const first = defaults.find((version) => byVersion.has(version));
  const versioned = readVersion !== null && byVersion.size > 0;
  return {
    method: routes[0]!.method,
    shape: pathShape(routes[0]!.path),
    byVersion,
    neutral,
    fallback: versioned ? (first === undefined ? neutral : byVersion.get(first)!) : answers.get(routes[0]!)!,
    readVersion: versioned ? readVersion : null,
    headers,
    pinned,
  };
}

/** Whether an address exists for a request; one that only what is not released has does so for who names it. */
export function isKnownTo(entry: Entry<unknown>, request: VersionSource): boolean {
  const { byVersion, neutral, readVersion } = entry;
  const isReleased = readVersion === null || neutral !== null || supportedVersions(entry).length > 0;
  return isReleased || byVersion.has(readVersion(request));
}

/** The answer for a version, '' when the request names none; null when there is no answer. */
export function selectAnswer<Answer>(entry: Entry<Answer>, version: string): Answer | null {
  return version === '' ? entry.fallback : (entry.byVersion.get(version) ?? entry.neutral);
}

/** What runs until the caller's pin is known: the default version, else the newest. */
export function provisionalAnswer<Answer>(entry: Entry<Answer>): Answer {
  return entry.fallback ?? entry.byVersion.get(supportedVersions(entry).at(-1) ?? NEXT)!;
}

/** The released versions that an address has, the lowest first. */
export function supportedVersions({ byVersion }: Pick<Entry<unknown>, 'byVersion'>): readonly string[] {
  return [...byVersion.keys()].filter((version) => version !== NEXT).sort(compareVersions);
}
