import type { Source } from '../../report/boot-problem.js';
import type { PreviewTerms } from '../../routing/previews/preview-terms.js';
import { isDescribed, type ListedRoute } from '../../routing/table/route.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { deprecationOfRoute, deprecationOfVersion } from '../../routing/versioning/version-deprecation.js';
import { releaseDays, versionsOf } from '../../routing/versioning/versions.js';
import { pointerTo } from '../../json/pointer.js';
import { compareVersions } from '../../text/version-order.js';
import { millisecondsPerDay, readDay } from '../../text/date.js';
import type { ContractLock } from '../lock/contract-lock.js';
import type { LifecycleEntry } from './lifecycle-entry.js';
import { listMarkedMembers } from './list-marked-members.js';

/** Finds where the document of a version has values, by their tokens. */
export type LocateTokens = (
  version: string | null,
  wanted: readonly (readonly string[])[],
) => readonly (Source | null)[];

/**
 * Everything that is deprecated, by sunset date; what has no date comes last. `asOf` is YYYY-MM-DD; `versioning` says what a sunset does;
 * `locate` finds parameters and properties in documents.
 */
export function listLifecycle(
  routes: readonly ListedRoute[],
  locks: readonly ContractLock[],
  asOf: string,
  versioning?: Pick<VersioningOptions, 'sunset' | 'versions'>,
  locate: LocateTokens = (_version, wanted) => wanted.map(() => null),
  previews: readonly PreviewTerms[] = [],
): readonly LifecycleEntry[] {
  const today = readDay(asOf)!;
  const shown = routes.filter(isDescribed);
  const released = releaseDays(versioning);
  const entries = [
    ...versionsOf(shown).flatMap((version) => versionEntry(version, shown, released(version))),
    ...shown.flatMap((route) => routeEntry(route)),
    ...locks.flatMap((lock) => markedMembers(lock, locate)),
    ...previews.flatMap(previewEntry),
  ];
  return Object.freeze(
    entries.map((entry) => Object.freeze({ ...entry, ...judge(entry, today, versioning) })).sort(bySunset),
  );
}

type Undated = Omit<LifecycleEntry, 'state' | 'daysLeft'>;

function markedMembers(lock: ContractLock, locate: LocateTokens): readonly Undated[] {
  const members = listMarkedMembers(lock);
  const places =
    members.length === 0
      ? []
      : locate(
          lock.version,
          members.map(({ tokens }) => tokens),
        );
  return members.map(({ tokens, ...member }, index) => ({
    ...member,
    pointer: pointerTo(tokens),
    source: places[index] ?? null,
  }));
}

function versionEntry(version: string, routes: readonly ListedRoute[], released: string | null): readonly Undated[] {
  const deprecation = deprecationOfVersion(version, routes);
  if (!deprecation) return [];
  const name = `version ${version}`;
  const nothing = { method: null, path: null, source: null, brownouts: [] };
  return [{ kind: 'version', name, version, ...nothing, ...(released !== null && { released }), ...deprecation }];
}

/** A preview ends when it expires; the name of a promoted one when it is accepted no more. */
function previewEntry({ name, promoted, expires, graceUntil, link, source }: PreviewTerms): readonly Undated[] {
  const sunset = promoted === null ? expires : graceUntil;
  if (sunset === null) return [];
  const what = `preview ${name}${promoted === null ? '' : `, promoted to version ${promoted}`}`;
  const nothing = { version: null, method: null, path: null, since: null, brownouts: [] };
  return [{ kind: 'preview', name: what, ...nothing, sunset, link, source: source() }];
}

function routeEntry(route: ListedRoute): readonly Undated[] {
  const deprecation = deprecationOfRoute(route);
  if (!deprecation) return [];
  const { method, path, version, source } = route;
  return [{ kind: 'route', name: `${method} ${path}`, version, method, path, source, brownouts: [], ...deprecation }];
}

function judge(
  { kind, sunset, brownouts }: Undated,
  today: number,
  versioning: Pick<VersioningOptions, 'sunset'> | undefined,
): Pick<LifecycleEntry, 'state' | 'daysLeft' | 'brownouts'> {
  const day = sunset === null ? null : readDay(sunset);
  const left = { brownouts: brownouts.filter(({ to }) => Date.parse(to) / millisecondsPerDay > today) };
  if (day === null) return { state: 'deprecated', daysLeft: null, ...left };
  const isRefused = versioning?.sunset === 'refuse' && (kind === 'version' || kind === 'route');
  return { state: day > today ? 'leaving' : isRefused ? 'retired' : 'overdue', daysLeft: day - today, ...left };
}

const kinds: readonly LifecycleEntry['kind'][] = ['version', 'route', 'parameter', 'property', 'preview'];

function bySunset(a: LifecycleEntry, b: LifecycleEntry): number {
  if (a.sunset !== b.sunset)
    return a.sunset === null || b.sunset === null
      ? Number(a.sunset === null) - Number(b.sunset === null)
      : a.sunset < b.sunset
        ? -1
        : 1;
  const version = compareVersions(a.version ?? '', b.version ?? '');
  return kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || version || (a.name < b.name ? -1 : Number(a.name > b.name));
}

/** What is overdue or reaches its sunset within a number of days; null means overdue only. */
export function selectDue(entries: readonly LifecycleEntry[], within: number | null): readonly LifecycleEntry[] {
  return entries.filter(
    ({ state, daysLeft }) => state !== 'retired' && daysLeft !== null && daysLeft <= Math.max(0, within ?? 0),
  );
}
