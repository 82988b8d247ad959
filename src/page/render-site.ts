import { createHash } from 'node:crypto';
import { type JsonObject, objectAt } from '../json/json.js';
import { changesPage } from './changes-page.js';
import { goneOperationPage, lookElsewhere, nearestVersions } from './absent-page.js';
import { keyOf, type PageLinks, type PageSubject } from './links.js';
import { operationPage } from './operation-page.js';
import { overviewPage } from './overview-page.js';
import type { PageContent } from './page-content.js';
import { readDocument, type PageDocument } from './read-document.js';
import { schemaPage } from './schema-page.js';
import { serversOf } from './servers.js';
import { type FilePolicy, shell } from './shell.js';
import { timelinePage } from './timeline-page.js';
import { pagePreviews, remains } from './page-previews.js';
import { pageVersions, type VersionFacts, versionFacts } from './version-links.js';
import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import { isShownAt } from '../routing/previews/preview-terms.js';
import { isCurrent, type PreviewTable } from '../routing/table/preview-table.js';
import type { ListedRoute } from '../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../routing/versioning/versioning.js';
import { namesOf, versionsOf } from '../routing/versioning/versions.js';
import { isoDay } from '../text/date.js';
import { versionInWords } from '../text/version-order.js';
import type { Html } from '../text/html.js';
import type { UsersOfRow } from '../export/timeline/lifecycle-rows.js';
import { readLogins } from '../export/logins.js';
import { loadPageAsset, pageAssetNames } from '../export/page-assets.js';
import { pagePolicy } from '../export/page-response.js';
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
  /** OpenAPI 3.0 to 3.2; null names the only document of an API without versions. */
  readonly document: (version: string | null, previews?: readonly string[]) => Promise<JsonObject>;
  /** Who still uses what is deprecated; absent where the site says nothing of it. */
  readonly users?: UsersOfRow;
}

const assets = '_assets';

type Files = Map<string, string | Buffer>;

/** A version, and the preview that is on in its pages. */
interface Side {
  readonly version: string | null;
  readonly preview: string | null;
}

/** What the pages of every side share; `keys` are those of the operations of all versions, with the versions that have each. */
interface SharedFacts {
  readonly keys: ReadonlyMap<string, readonly string[]>;
  readonly versions: readonly VersionFacts[];
  readonly before: (version: string | null) => string | null;
}

/** Each page is a file of its own, so a longer list is in the first page's file only. */
const mostListed = 24;
const mostRows = 12;

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
  const shared: SharedFacts = {
    keys: await versionsByKey(api, names),
    versions: versionFacts(routes, api.changes, api.versioning),
    before: (version) => versionBefore(routes, version),
  };
  const policy = await filePolicy(await Promise.all(sides.map((side) => documentOf(api, side))));
  for (const side of sides)
    await writeSide(listed, side, asOf, side.version === (newest ?? null), policy, shared, files);
  for (const name of pageAssetNames) files.set(`${assets}/${name}`, (await loadPageAsset(name))!.bytes);
  return files;
}

async function versionsByKey(api: SiteApi, names: readonly (string | null)[]) {
  const keys = new Map<string, string[]>();
  for (const version of names.filter((name) => name !== null))
    for (const { key } of readDocument(await api.document(version)).operations.values())
      keys.set(key, [...(keys.get(key) ?? []), version]);
  return keys;
}

/** One policy for all pages, because the page's script goes from one to the next without loading it. */
async function filePolicy(documents: readonly JsonObject[]): Promise<FilePolicy> {
  const { bytes } = (await loadPageAsset('page.js'))!;
  const integrity = `sha256-${createHash('sha256').update(bytes).digest('base64')}`;
  const urls = documents.flatMap((document) => {
    const { operations, document: opened } = readDocument(document);
    const servers = [...operations.values()].flatMap((operation) => serversOf(operation.servers, opened));
    return [...servers, ...readLogins(objectAt(objectAt(document['components'])['securitySchemes'])).addresses];
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
  asOf: Date,
  withTimeline: boolean,
  policy: FilePolicy,
  shared: SharedFacts,
  files: Files,
): Promise<void> {
  const { version } = side;
  const document = await documentOf(api, side);
  const reading = readDocument(document);
  const contentAt = await contentOf(api, side, reading, asOf, shared);
  const folder = folderOf(side);
  const write = (name: string, subject: PageSubject, heading: string, body: (content: PageContent) => Html) => {
    const content = contentAt(name.split('/').length - 1);
    // As bytes: the pieces of a page need not stay.
    files.set(name, Buffer.from(shell(content, subject, heading, body(content), policy)));
  };
  files.set(`${folder}openapi.json`, `${JSON.stringify(document, null, 2)}\n`);
  write(`${folder}index.html`, { kind: 'home' }, api.title, overviewPage);
  for (const [slug, operation] of reading.operations)
    write(`${folder}operations/${slug}.html`, { kind: 'operation', operation }, operation.summary, (content) =>
      operationPage(operation, content),
    );
  if (version !== null && side.preview === null) {
    const names = shared.versions.map((one) => one.version);
    for (const [key, having] of shared.keys) {
      if (having.includes(version)) continue;
      const other = nearestVersions(names, version).find((name) => having.includes(name))!;
      const there = readDocument(await api.document(other));
      const operation = there.operations.get(key)!;
      const elsewhere = lookElsewhere(contentAt(2), { version: other, operation, reading: there });
      const title = `${operation.method} ${operation.path} is not in ${versionInWords(version)}`;
      write(`${folder}operations/${key}.html`, { kind: 'absent', key }, title, (content) =>
        goneOperationPage(elsewhere, content),
      );
    }
  }
  for (const name of reading.schemas)
    write(`${folder}schemas/${fileName(name)}.html`, { kind: 'schema', name }, name, (content) =>
      schemaPage(name, content),
    );
  const changes = await changesPage(contentAt(folder === '' ? 0 : 1));
  write(`${folder}changes.html`, { kind: 'changes' }, 'Changes', () => changes);
  if (withTimeline && side.preview === null)
    write(timelineOf(version), { kind: 'timeline' }, 'Versions over time', (content) =>
      timelinePage(content, { routes: api.routes, asOf, calls: null, users: api.users ?? null }),
    );
}

/** Makes the content of a page that is so many folders below the top. */
async function contentOf(
  api: SiteApi,
  side: Side,
  reading: PageDocument,
  asOf: Date,
  { keys, versions, before }: SharedFacts,
): Promise<(depth: number) => PageContent> {
  const { title, routes: released, versioning, previews: table } = api;
  const { version, preview } = side;
  const on = preview === null ? [] : [preview];
  const shown = (table?.previews ?? []).filter((one) => isShownAt(one, asOf.getTime()));
  const previews = table ? pagePreviews(table, shown, released, { version, on }) : [];
  const previous = preview === null ? before(version) : version;
  const { parameter } = versioningScheme(versioning) ?? {};
  const isFirst = previous === null && preview === null;
  const from = isFirst ? null : readDocument(await api.document(previous));
  return (depth) => {
    const links = linksFrom(side, depth, keys, (key, names) => remains(previews, key, names));
    return {
      title,
      version,
      versions: pageVersions(versions, version, (name) => addressesOf(name, depth)),
      previews,
      today: isoDay(asOf),
      mostListed,
      mostRows,
      reading,
      step: from && {
        from,
        to: reading,
        name: previous === null ? 'this API' : versionInWords(previous),
        link: (subject) =>
          preview === null
            ? links.inVersion(previous!, subject)
            : links.having([], subject.kind === 'operation' ? subject.operation.key : null)!,
        parameter,
        asOf: isoDay(asOf),
      },
      links,
      nonce: null,
    };
  };
}

/** `2/`, `2+tags-2026-11/` */
const folderOf = ({ version, preview }: Side) =>
  version === null && preview === null ? '' : `${version ?? ''}${preview === null ? '' : `+${preview}`}/`;
const timelineOf = (version: string | null) => (version === null ? 'timeline.html' : 'index.html');
const upFrom = (depth: number) => '../'.repeat(depth);

/** A name of a schema as the name of a file, on file systems without capitals too. */
const fileName = (name: string) =>
  name.replaceAll(/[^\w.-]/g, (character) => `~${character.codePointAt(0)!.toString(16)}`);

function addressesOf(version: string, depth: number) {
  const folder = `${upFrom(depth)}${encodeURIComponent(version)}/`;
  return { url: `${folder}index.html`, documentUrl: `${folder}openapi.json` };
}

function linksFrom(
  side: Side,
  depth: number,
  keys: SharedFacts['keys'],
  isThere: (key: string, previews: readonly string[]) => boolean,
): PageLinks {
  const { version } = side;
  const top = upFrom(depth);
  const sideFolder = (one: Side) => `${top}${folderOf(one).split('/').map(encodeURIComponent).join('/')}`;
  const inFolder = (name: string | null) => sideFolder({ version: name, preview: null });
  // Short, because each page has many of these.
  const isInside = depth > 0 && folderOf(side) !== '';
  const own = isInside ? upFrom(depth - 1) : sideFolder(side);
  return {
    home: `${own}index.html`,
    changes: `${own}changes.html`,
    timeline: `${top}${timelineOf(version)}`,
    allVersions: null,
    document: `${own}openapi.json`,
    assets: `${top}${assets}`,
    operation: (slug) => `${own}operations/${encodeURIComponent(slug)}.html`,
    schema: (name) => `${own}schemas/${fileName(name)}.html`,
    having(previews, key) {
      if (previews.length > 1) return null;
      const folder = sideFolder({ version, preview: previews[0] ?? null });
      return key !== null && isThere(key, previews)
        ? `${folder}operations/${encodeURIComponent(key)}.html`
        : `${folder}index.html`;
    },
    inVersion(other, subject) {
      if (subject.kind === 'changes') return `${inFolder(other)}changes.html`;
      const key = keyOf(subject);
      return key !== null && keys.has(key)
        ? `${inFolder(other)}operations/${encodeURIComponent(key)}.html`
        : `${inFolder(other)}index.html`;
    },
  };
}
