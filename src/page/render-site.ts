import { createHash } from 'node:crypto';
import { type JsonObject, objectAt } from '../json/json.js';
import { changesPage } from './changes-page.js';
import { goneOperationPage, lookElsewhere, nearestVersions } from './absent-page.js';
import type { PageSubject } from './links.js';
import {
  addressesOf,
  assets,
  comparingFrom,
  comparisonFolder,
  fileName,
  folderOf,
  linksFrom,
  pairName,
  type Side,
  timelineOf,
} from './site-links.js';
import { operationPage } from './operation-page.js';
import { overviewPage } from './overview-page.js';
import type { PageContent, PageStep } from './page-content.js';
import { differencesOf, type VersionStep } from './differences.js';
import { readDocument, type PageDocument, type ReadOperation } from './read-document.js';
import { schemaPage } from './schema-page.js';
import { serversOf } from './servers.js';
import { type FilePolicy, shell } from './shell.js';
import { versionPair } from './version-pair.js';
import { timelinePage } from './timeline-page.js';
import { pagePreviews, remains } from './page-previews.js';
import { pageVersions, type VersionFacts, versionFacts } from './version-links.js';
import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import { isShownAt } from '../routing/previews/preview-terms.js';
import { isCurrent, type PreviewTable } from '../routing/table/preview-table.js';
import type { RouteTable } from '../routing/table/compile-routes.js';
import type { ListedRoute } from '../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../routing/versioning/versioning.js';
import { namesOf, versionsOf } from '../routing/versioning/versions.js';
import { isoDay } from '../text/date.js';
import { versionInWords } from '../text/version-order.js';
import type { Html } from '../text/html.js';
import type { LifecycleEntry } from '../contract/lifecycle/lifecycle-entry.js';
import type { UsersOfRow } from '../export/timeline/lifecycle-rows.js';
import { readLogins } from '../export/logins.js';
import { loadPageAsset, pageAssetNames } from '../export/page-assets.js';
import { pagePolicy } from '../export/page-response.js';
import { type ExamplesThroughChanges, examplesThroughChanges } from '../export/example-through-changes.js';
import { versionBefore } from '../export/page-links.js';

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

type Files = Map<string, string | Buffer>;

/** What the pages of every side share; `keys` are those of the operations of all versions, with the versions that have each. */
interface SharedFacts {
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly versions: readonly VersionFacts[];
  readonly examples: ExamplesThroughChanges | null;
  readonly readings: ReadonlyMap<string | null, PageDocument>;
  readonly before: (version: string | null) => string | null;
}

/** Each page is a file of its own, so what grows with the API is in one file only: a longer list, and the rest of a schema. */
const mostListed = 16;
const mostRows = 10;
const mostLines = 20;

/**
 * The files of a static site, by their paths: the pages and the document of each version, and of each preview that everybody may use
 * as of `asOf`, and the versions over time, on which `asOf` is marked. All links are relative, so the site works below any path.
 */
export async function renderSite(api: SiteApi, asOf: Date): Promise<ReadonlyMap<string, string | Buffer>> {
  const listed = { ...api, routes: api.routes.filter((route) => route.listed) };
  const versions = versionsOf(listed.routes);
  const files: Files = new Map();
  const names = versions.length === 0 ? [null] : namesOf([...listed.routes, ...listed.next]);
  const newest = versions.at(-1);
  const shown = (api.previews?.previews ?? []).filter((one) => isShownAt(one, asOf.getTime()));
  const sides = names.flatMap((version): readonly Side[] => [
    { version, preview: null },
    ...(newest === undefined || isCurrent(version, { newest }) ? shown : []).map(({ name }) => ({
      version,
      preview: name,
    })),
  ]);
  const routes = [...listed.routes, ...listed.next];
  const documents = new Map(
    await Promise.all(sides.map(async (side) => [folderOf(side), readDocument(await documentOf(api, side))] as const)),
  );
  const readingOf = (side: Side) => documents.get(folderOf(side))!;
  const readings = new Map(names.map((version) => [version, readingOf({ version, preview: null })]));
  const shared: SharedFacts = {
    keys: versionsByKey(readings),
    readings,
    examples: api.changes.size > 0 && api.service ? examplesOf(api.service.table) : null,
    versions: versionFacts(routes, api.changes, api.versioning),
    before: (version) => versionBefore(routes, version),
  };
  const policy = await filePolicy([...documents.values()]);
  for (const side of sides)
    await writeSide(listed, side, readingOf(side), asOf, side.version === (newest ?? null), policy, shared, files);
  for (const name of pageAssetNames) files.set(`${assets}/${name}`, (await loadPageAsset(name))!.bytes);
  return files;
}

function versionsByKey(readings: SharedFacts['readings']): SharedFacts['keys'] {
  const keys = new Map<string, string[]>();
  for (const [version, { operations }] of readings)
    if (version !== null) for (const { key } of operations.values()) keys.set(key, [...(keys.get(key) ?? []), version]);
  return keys;
}

const examplesOf = ({ routes, next, bindings }: Pick<RouteTable, 'routes' | 'next' | 'bindings'>) =>
  examplesThroughChanges([...routes, ...next], (route) => bindings.get(route)?.passage ?? null);

/** One policy for all pages, because the page's script goes from one to the next without loading it. */
async function filePolicy(readings: readonly PageDocument[]): Promise<FilePolicy> {
  const { bytes } = (await loadPageAsset('page.js'))!;
  const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const urls = readings.flatMap(({ operations, document }) => {
    const servers = [...operations.values()].flatMap((operation) => serversOf(operation.servers, document));
    return [...servers, ...readLogins(objectAt(objectAt(document.root['components'])['securitySchemes'])).addresses];
  });
  // A policy admits no style sheet of another file by its hash.
  return { text: pagePolicy({ script: `'${integrity}'`, style: "'self'", urls }), integrity };
}

const documentOf = ({ document }: SiteApi, { version, preview }: Side) =>
  document(version, preview === null ? [] : [preview]);

/** Adds the pages of a version, and to those of the last one the timeline. */
async function writeSide(
  api: SiteApi,
  side: Side,
  reading: PageDocument,
  asOf: Date,
  withTimeline: boolean,
  policy: FilePolicy,
  shared: SharedFacts,
  files: Files,
): Promise<void> {
  const { version } = side;
  const contentAt = contentOf(api, side, reading, asOf, shared);
  const folder = folderOf(side);
  const write: WriteFile = (name, subject, heading, body, adapt = (content) => content) => {
    const content = adapt(contentAt(name.split('/').length - 1));
    // As bytes: the pieces of a page need not stay.
    files.set(name, Buffer.from(shell(content, subject, heading, body(content), policy)));
  };
  files.set(`${folder}openapi.json`, `${JSON.stringify(reading.document.root, null, 2)}\n`);
  write(`${folder}index.html`, { kind: 'home' }, api.title, overviewPage);
  for (const [slug, operation] of reading.operations)
    write(`${folder}operations/${slug}.html`, { kind: 'operation', operation }, operation.summary, (content) =>
      operationPage(operation, content),
    );
  if (version !== null && side.preview === null) {
    const pair = await versionPair(contentAt(1), 'changes.html');
    if (pair) files.set(`${folder}${pairName}`, `${JSON.stringify(pair)}\n`);
    writeComparisons(contentAt, folder, write);
    writeGone(contentAt(2), version, folder, shared, write);
  }
  for (const name of reading.schemas)
    write(`${folder}schemas/${fileName(name)}.html`, { kind: 'schema', name }, name, (content) =>
      schemaPage(name, content),
    );
  const changes = await changesPage(contentAt(folder === '' ? 0 : 1));
  write(`${folder}changes.html`, { kind: 'changes' }, 'Changes', () => changes);
  if (withTimeline && side.preview === null)
    write(timelineOf(version), { kind: 'timeline' }, 'Versions over time', (content) =>
      timelinePage(content, {
        routes: api.routes,
        asOf,
        calls: null,
        users: api.users ?? null,
        members: api.members ?? [],
      }),
    );
}

type WriteFile = (
  name: string,
  subject: PageSubject,
  heading: string,
  body: (content: PageContent) => Html,
  adapt?: (content: PageContent) => PageContent,
) => void;

/** A page for each operation that differs from the version before, with both sides of its examples. */
function writeComparisons(contentAt: (depth: number) => PageContent, folder: string, write: WriteFile): void {
  const { step, reading } = contentAt(2);
  if (step === null) return;
  const chosen = (content: PageContent) => ({ ...content, step: content.step && { ...content.step, isChosen: true } });
  for (const operation of reading.operations.values())
    if (isDifferent(operation, step))
      write(
        `${folder}${comparisonFolder(step.version!)}${operation.slug}.html`,
        { kind: 'operation', operation },
        `${operation.summary}, since ${step.name}`,
        (content) => operationPage(operation, content),
        chosen,
      );
}

function isDifferent(operation: ReadOperation, step: VersionStep): boolean {
  const differences = differencesOf(operation, step);
  return differences !== null && differences.findings.length + differences.movedFrom.length > 0;
}

/** A page for each operation that other versions have. */
function writeGone(
  content: PageContent,
  version: string,
  folder: string,
  { keys, versions, readings }: SharedFacts,
  write: WriteFile,
): void {
  const names = versions.map((one) => one.version);
  for (const [key, having] of keys) {
    if (having.includes(version)) continue;
    const other = nearestVersions(names, version).find((name) => having.includes(name))!;
    const reading = readings.get(other)!;
    const operation = reading.operations.get(key)!;
    const elsewhere = lookElsewhere(content, { version: other, operation, reading });
    const title = `${operation.method} ${operation.path} is not in ${versionInWords(version)}`;
    write(`${folder}operations/${key}.html`, { kind: 'absent', key }, title, (shown) =>
      goneOperationPage(elsewhere, shown),
    );
  }
}

/** Makes the content of a page that is so many folders below the top. */
function contentOf(
  api: SiteApi,
  side: Side,
  reading: PageDocument,
  asOf: Date,
  { keys, versions, before, examples, readings }: SharedFacts,
): (depth: number) => PageContent {
  const { title, routes: released, versioning, previews: table } = api;
  const { version, preview } = side;
  const on = preview === null ? [] : [preview];
  const shown = (table?.previews ?? []).filter((one) => isShownAt(one, asOf.getTime()));
  const previews = table ? pagePreviews(table, shown, released, { version, on }) : [];
  const previous = preview === null ? before(version) : version;
  const { parameter } = versioningScheme(versioning) ?? {};
  const isFirst = previous === null && preview === null;
  const from = isFirst ? null : readings.get(previous)!;
  return (depth) => {
    const plain = linksFrom(side, depth, keys, (key, names) => remains(previews, key, names));
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
