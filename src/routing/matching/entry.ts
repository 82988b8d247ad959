import { pathShape } from '../table/path.js';
import type { Method, Route } from '../table/route.js';
import { compareVersions } from '../../text/version-order.js';
import type { FlatHeaders } from './flat-headers.js';
import type { VersionReader } from '../versioning/versioning-type.js';

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

/** The answer for a version, '' when the request names none; null when there is no answer. */
export function selectAnswer<Answer>(entry: Entry<Answer>, version: string): Answer | null {
  return version === '' ? entry.fallback : (entry.byVersion.get(version) ?? entry.neutral);
}

/** What runs until the caller's pin is known: the default version, else the newest. */
export function provisionalAnswer<Answer>({ fallback, byVersion }: Entry<Answer>): Answer {
  return fallback ?? byVersion.get([...byVersion.keys()].sort(compareVersions).at(-1)!)!;
}

export function supportedVersions(entry: Pick<Entry<unknown>, 'byVersion'>): readonly string[] {
  return [...entry.byVersion.keys()].sort(compareVersions);
}
