import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import type { ListedRoute } from '../routing/table/route.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import type { PreviewTable } from '../routing/table/preview-table.js';
import { isShownAt } from '../routing/previews/preview-terms.js';
import { type VersioningOptions, versioningScheme } from '../routing/versioning/versioning.js';
import type { JsonObject } from '../json/json.js';
import { isoDay } from '../text/date.js';
import { versionInWords } from '../text/version-order.js';
import type { LifecycleEntry } from '../contract/lifecycle/lifecycle-entry.js';
import type { ExamplesThroughChanges } from '../export/example-through-changes.js';
import type { UsersOfRow } from '../export/timeline/lifecycle-rows.js';
import { differencesOf, type VersionStep } from './differences.js';
import type { PageContent, PageStep } from './page-content.js';
import { pagePreviews, remains } from './page-previews.js';
import type { PageDocument, ReadOperation } from './read-document.js';
import { addressesOf, comparingFrom, folderOf, linksFrom, type Side } from './site-links.js';
import { pageVersions, type VersionFacts } from './version-links.js';

/** An API to write pages about. */
export interface SiteApi {
  readonly title: string;
  readonly routes: readonly ListedRoute[];
  /** Those of what is not released; empty where nothing is. */
  readonly next: readonly ListedRoute[];
  readonly versioning: VersioningOptions | undefined;
  readonly changes: ReadonlyMap<string, readonly DeclaredChange[]>;
  readonly previews: PreviewTable | null;
  /** What makes its older versions; null for documents. */
  readonly service: { readonly table: Pick<RouteTable, 'routes' | 'next' | 'bindings'> } | null;
  /** OpenAPI 3.0 to 3.2; null names the only document of an API without versions. */
  readonly document: (version: string | null, previews?: readonly string[]) => Promise<JsonObject>;
  /** Who still uses what is deprecated; absent where the site says nothing of it. */
  readonly users?: UsersOfRow;
  /** Its deprecated parameters and properties, for the timeline. */
  readonly members?: readonly LifecycleEntry[];
}

/** What the pages of every side share; `keys` are those of the operations of all versions, with the versions that have each. */
export interface SharedFacts {
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly versions: readonly VersionFacts[];
  readonly examples: ExamplesThroughChanges | null;
  readonly readings: ReadonlyMap<string | null, PageDocument>;
  readonly before: (version: string | null) => string | null;
}

/** Each page is a file of its own, so what grows with the API is in one file only: a longer list, and the rest of a schema. */
const mostListed = 12;
const mostRows = 6;
const mostLines = 14;

/** Makes the content of a page by the name of its file. */
export function contentOf(
  api: SiteApi,
  side: Side,
  reading: PageDocument,
  asOf: Date,
  { keys, versions, before, examples, readings }: SharedFacts,
): (file: string) => PageContent {
  const { title, routes: released, versioning, previews: table } = api;
  const { version, preview } = side;
  const on = preview === null ? [] : [preview];
  const shown = (table?.previews ?? []).filter((one) => isShownAt(one, asOf.getTime()));
  const previews = table ? pagePreviews(table, shown, released, { version, on }) : [];
  const previous = preview === null ? before(version) : version;
  const { parameter } = versioningScheme(versioning) ?? {};
  const isFirst = previous === null && preview === null;
  const from = isFirst ? null : readings.get(previous)!;
  return (file) => {
    const depth = file.split('/').length - 1;
    const isInOperations = file.startsWith(`${folderOf(side)}operations/`);
    const plain = linksFrom(side, depth, isInOperations, keys, (key, names) => remains(previews, key, names));
    const differs = (operation: ReadOperation) => step !== null && isDifferent(operation, step);
    const links = { ...plain, comparing: comparingFrom(side, depth, versions, differs) };
    const step: PageStep | null = from && {
      from,
      to: reading,
      version: preview === null ? previous : null,
      isChosen: false,
      name: previous === null ? 'this API' : versionInWords(previous),
      link: (subject) =>
        preview === null
          ? links.inVersion(previous!, subject)
          : links.having([], subject.kind === 'operation' ? subject.operation.key : null)!,
      parameter,
      asOf: isoDay(asOf),
    };
    return {
      title,
      version,
      versions: pageVersions(versions, version, (name) => addressesOf(name, depth)),
      previews,
      today: isoDay(asOf),
      mostListed,
      mostRows,
      mostLines,
      hasForm: true,
      languages: ['curl'],
      reading,
      step,
      links,
      examples,
      readingOf: (name) => readings.get(name) ?? null,
      nonce: null,
    };
  };
}

/** Whether an operation is another one than in the version before. */
export function isDifferent(operation: ReadOperation, step: VersionStep): boolean {
  const differences = differencesOf(operation, step);
  return differences !== null && differences.findings.length + differences.movedFrom.length > 0;
}
