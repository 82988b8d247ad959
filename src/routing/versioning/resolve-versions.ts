import type { Class } from '../../wiring/metadata.js';
import { problem, type BootProblem } from '../../report/boot-problem.js';
import { injectableName } from '../../wiring/token.js';
import type { Verb } from '../declare/declaration.js';
import type { RoutingOptions } from '../table/service-options.js';
import { type DeclaredVersion, VERSION_NEUTRAL, type VersionRange } from '../declare/version.js';
import { suggestName } from '../../text/nearest-name.js';
import { defaultVersions, isVersion } from './versions.js';
import { NEXT } from '../../text/version-order.js';
import { versioningExample, type VersioningOptions, versioningScheme } from './versioning.js';
import { quote } from '../../text/quote.js';
import { isObject } from '../../json/json.js';

export interface AppliedVersion {
  readonly version: string | null;
  readonly neutral: boolean;
  /** The path segment that names the version; empty where the path does not. */
  readonly segment: string;
}

/** The versions that a handler is served under, oldest first where they are listed; one entry without a version when it has none. */
export function resolveVersions(
  declared: DeclaredVersion | undefined,
  { versioning }: RoutingOptions,
): readonly AppliedVersion[] {
  if (declared === VERSION_NEUTRAL) return [{ version: null, neutral: true, segment: '' }];
  const versions = namedVersions(declared, versioning);
  if (versions.length === 0) return [{ version: null, neutral: false, segment: '' }];
  const scheme = versioningScheme(versioning);
  return versions.map((version) => ({ version, neutral: false, segment: scheme?.segment(version) ?? '' }));
}

function namedVersions(
  declared: Exclude<DeclaredVersion, typeof VERSION_NEUTRAL> | undefined,
  versioning: VersioningOptions | undefined,
): readonly string[] {
  const known = versioning?.versions;
  if (declared === undefined) return known?.served ?? defaultVersions(versioning);
  if (typeof declared === 'string') return [declared];
  if (!isRange(declared)) return known ? known.served.filter((version) => declared.includes(version)) : declared;
  if (!known) return [];
  const { from = known.names[0]!, until = known.live } = declared;
  return known.served.slice(known.positionOf(from), known.positionOf(until) + 1);
}

const isRange = (declared: unknown): declared is VersionRange => isObject(declared);

/** What is wrong with the version that a handler declares. `unreadable`: the versioning option itself is wrong, and reported elsewhere. */
export function versionProblems(
  target: Class,
  key: PropertyKey,
  { source }: Verb,
  declared: DeclaredVersion | undefined,
  versioning: VersioningOptions | undefined,
  unreadable: boolean,
): BootProblem[] {
  if (declared === undefined || declared === VERSION_NEUTRAL) return [];
  const handler = `${injectableName(target)}.${String(key)}`;
  const refuse = (message: string, fix: string, id = 'invalid-version') =>
    problem(id, message, fix, { source: source(), handler });
  const known = versioning?.versions;
  if (isRange(declared) && !known)
    return [
      refuse(
        `${handler}() declares a range of versions, and the API lists none.`,
        "Set versioning.versions: defineVersions(['1', '2']).",
      ),
    ];
  const versions: readonly unknown[] = isRange(declared)
    ? [declared.from, declared.until].filter((version) => version !== undefined)
    : typeof declared === 'string' || !Array.isArray(declared)
      ? [declared]
      : declared;
  const fix = "A version is one path segment of letters, digits, '.', '_', '~' and '-', such as '2' or '2026-09-01'.";
  const strange = isRange(declared)
    ? Object.keys(declared).find((name) => name !== 'from' && name !== 'until')
    : undefined;
  if (strange !== undefined || (isRange(declared) && versions.length === 0))
    return [
      refuse(
        strange === undefined
          ? `${handler}() declares a range that names no version.`
          : `${handler}() declares a range with the unknown member ${JSON.stringify(strange)}.`,
        "Write { from: '2' }, { until: '3' } or { from: '2', until: '3' }.",
      ),
    ];
  if (versions.length === 0) return [refuse(`${handler}() declares an empty list of versions.`, fix)];
  if (versions.includes(VERSION_NEUTRAL))
    return [
      refuse(
        `${handler}() declares VERSION_NEUTRAL beside versions, which it serves already.`,
        'Write @Version(VERSION_NEUTRAL) for every version, or list the versions alone.',
      ),
    ];
  const invalid = versions.filter((version) => !isVersion(version));
  const repeated = (isRange(declared) ? [] : versions).filter((version, index) => versions.indexOf(version) !== index);
  const problems = [
    ...invalid.map((version) => refuse(`${handler}() declares version ${quote(version)}.`, fix)),
    ...repeated.map((version) =>
      refuse(`${handler}() declares version ${String(version)} twice.`, 'Name each version once.'),
    ),
  ];
  if (problems.length > 0 || unreadable) return problems;
  if (!known?.hasNext && versions.includes(NEXT))
    return [
      refuse(
        `${handler}() declares version ${NEXT}, and the API lists no unreleased changes.`,
        "List them: defineVersions(['1', '2'], { next: [] }).",
        'unknown-change-version',
      ),
    ];
  const unlisted = versions.find((version) => known && !known.served.includes(String(version)));
  if (unlisted !== undefined)
    return [
      refuse(
        `${handler}() declares version ${String(unlisted)}, which versioning.versions does not list.`,
        suggestName(String(unlisted), known!.names),
        'unknown-change-version',
      ),
    ];
  if (
    isRange(declared) &&
    known!.positionOf(declared.from ?? known!.names[0]!) > known!.positionOf(declared.until ?? known!.live)
  )
    return [refuse(`${handler}() declares a range that ends before it begins.`, 'Swap from and until.')];
  if (versioning) return problems;
  const list = versions.join(', ');
  return [
    refuse(
      `${handler}() declares version ${list}, but versioning is off.`,
      `Set ${versioningExample()}.`,
      'versioning-off',
    ),
  ];
}
