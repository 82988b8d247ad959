import { readDay } from '../text/date.js';
import { quote } from '../text/quote.js';
import { NEXT, releaseDay } from '../text/version-order.js';
import { type Behaviour, isBehaviour } from './behaviour.js';
import { type Change, isChange } from './change.js';
import type { DeprecatedOptions, Deprecation } from './deprecation.js';
import type { KnownVersion, Versions } from './known-versions.js';
import { isPreviewPart, type PreviewPart } from './preview-part.js';
import { describeValue, requireList, requireOptions } from './read-arguments.js';
import { VersionList } from './version-list.js';

/** A version and what it changed. */
export interface VersionEntry {
  readonly version: string;
  readonly changes?: readonly (Change | Behaviour)[];
  /** The day on which it was released, such as `2026-03-01`; of a version whose name is a day, that day. */
  readonly released?: string;
  /** The dates of all its routes; a route's own `@Deprecated` wins. */
  readonly deprecated?: DeprecatedOptions;
}

/** What stands beside the released versions. */
export interface VersionsOptions {
  /** The changes that no version has yet; handlers are written for them, and `svc release` makes a version of them. */
  readonly next?: readonly (Change | Behaviour)[];
  /** Whether requests that name `next` are answered; true by default. */
  readonly serveNext?: boolean;
  /** The features that only requests get which name them in `API-Preview`. */
  readonly previews?: readonly PreviewPart[];
}

/** Reads what `deprecated` says of a version; `where` begins a message. */
export type ReadDeprecated = (options: DeprecatedOptions, where: string) => Deprecation | null;

/** What `defineVersions` returns. Throws a TypeError for a list that is not in order or names something twice. */
export function listVersions(
  entries: readonly (string | VersionEntry)[],
  options: VersionsOptions,
  readDeprecated: ReadDeprecated,
): Versions {
  if (!Array.isArray(entries) || entries.length === 0)
    throw new TypeError(
      "defineVersions() takes the versions, oldest first: defineVersions(['1', { version: '2', changes: [] }]).",
    );
  const list = entries.map((entry) =>
    readEntry(typeof entry === 'string' ? { version: entry } : entry, readDeprecated),
  );
  const repeated = list.find(({ version }, index) => list.findIndex((other) => other.version === version) !== index);
  if (repeated) throw new TypeError(`defineVersions() lists version "${repeated.version}" twice.`);
  if (list[0]!.changes.length > 0)
    throw new TypeError(
      `Version "${list[0]!.version}" is the oldest, so its changes have no version to lead to. Move them to the version that made them. If an older version was removed, delete them, and keep behaviours.`,
    );
  const next = readNext(options);
  const all = Object.freeze(next ? [...list, next] : list);
  refuseRepeated(all);
  return new VersionList(all, options.serveNext ?? true, readPreviews(options));
}

function readNext(options: VersionsOptions): KnownVersion | null {
  requireOptions(options, ['next', 'serveNext', 'previews'], 'defineVersions()', '{ next: [addedTags] }');
  const { next, serveNext } = options;
  if (serveNext !== undefined && typeof serveNext !== 'boolean')
    throw new TypeError(`defineVersions(): serveNext is ${describeValue(serveNext)}. Write true or false.`);
  if (next === undefined) return null;
  return knownVersion(NEXT, next, { deprecation: null, released: null }, 'defineVersions(): next');
}

function readPreviews({ previews = [] }: VersionsOptions): readonly PreviewPart[] {
  requireList(previews, isPreviewPart, {
    list: 'defineVersions(): previews',
    entry: 'a preview',
    write: "previews: [preview('tags-2026-11', { expires: '2027-03-01', schemas: [added(Book, { tags: [] })] })]",
  });
  const repeated = previews.find(({ name }, index) => previews.findIndex((one) => one.name === name) !== index);
  if (repeated) throw new TypeError(`defineVersions() lists the preview "${repeated.name}" twice.`);
  return Object.freeze([...previews]);
}

/** An id names one change, in locks, findings and `--only`. */
function refuseRepeated(list: readonly KnownVersion[]): void {
  const seen = new Map<string, { readonly version: string; readonly entry: Change | Behaviour }>();
  for (const { version, changes, behaviours } of list)
    for (const entry of [...changes, ...behaviours]) {
      const first = seen.get(entry.id);
      if (first?.entry === entry)
        throw new TypeError(
          `"${entry.title}" is listed twice, in version ${first.version} and in version ${version}. List it in the version that made it.`,
        );
      if (first)
        throw new TypeError(
          `Version ${first.version} and version ${version} each have a change with the id "${entry.id}". Give one of them another title, or an id.`,
        );
      seen.set(entry.id, { version, entry });
    }
}

function readEntry(entry: VersionEntry, readDeprecated: ReadDeprecated): KnownVersion {
  requireOptions(
    entry,
    ['version', 'changes', 'released', 'deprecated'],
    'defineVersions()',
    "'1' or { version: '2', changes: [] }",
  );
  const { version, changes = [], released, deprecated } = entry;
  if (typeof version !== 'string' || version === '')
    throw new TypeError(
      `defineVersions(): ${JSON.stringify(version)} is not a version. Write a string such as '2' or '2026-09-01'.`,
    );
  if (version === NEXT)
    throw new TypeError(
      `defineVersions(): "${NEXT}" names what is not released, and is no version. Write its changes as defineVersions([…], { next: […] }).`,
    );
  const dates = deprecated ? readDeprecated(deprecated, `Version "${version}": deprecated.`) : null;
  return knownVersion(
    version,
    changes,
    { deprecation: dates, released: readReleased(version, released) },
    `Version "${version}": changes`,
  );
}

/** The day that an entry declares, or else its name where that is one. */
function readReleased(version: string, released: string | undefined): string | null {
  const named = releaseDay(version);
  if (released === undefined) return named;
  if (typeof released !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(released) || readDay(released) === null)
    throw new TypeError(
      `Version "${version}": released ${quote(released)} is not a day. Write one, such as released: '2026-03-01'.`,
    );
  if (named !== null && named !== released)
    throw new TypeError(
      `Version "${version}": released ${quote(released)} contradicts its name, which is a day. Omit released, or rename the version.`,
    );
  return released;
}

function knownVersion(
  version: string,
  changes: VersionEntry['changes'] & {},
  dates: Pick<KnownVersion, 'deprecation' | 'released'>,
  list: string,
): KnownVersion {
  requireList(changes, (one) => isChange(one) || isBehaviour(one), {
    list,
    entry: 'a change or a behaviour',
    write: `${list.endsWith('next') ? 'next' : 'changes'}: [change({ title, … })]`,
  });
  return Object.freeze({
    version,
    changes: Object.freeze(changes.filter(isChange)),
    behaviours: Object.freeze(changes.filter(isBehaviour)),
    ...dates,
  });
}
