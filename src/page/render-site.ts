import { createHash } from 'node:crypto';
import { type JsonObject, objectAt } from '../json/json.js';
import { changesPage } from './changes-page.js';
import type { PageLinks, PageSubject } from './links.js';
import { operationPage } from './operation-page.js';
import { overviewPage } from './overview-page.js';
import type { PageContent } from './page-content.js';
import { operationKey, readDocument, type PageDocument } from './read-document.js';
import { schemaPage } from './schema-page.js';
import { serversOf } from './servers.js';
import { type FilePolicy, shell } from './shell.js';
import { timelinePage } from './timeline-page.js';
import { pageVersions } from './version-links.js';
import type { DeclaredChange } from '../routing/changes/declared-changes.js';
import type { ListedRoute } from '../routing/table/route.js';
import { type VersioningOptions, versioningScheme } from '../routing/versioning/versioning.js';
import { namesOf, versionsOf } from '../routing/versioning/versions.js';
import { isoDay } from '../text/date.js';
import type { Html } from '../text/html.js';
import { readLogins } from '../export/logins.js';
import { loadPageAsset, pageAssetNames } from '../export/page-assets.js';
import { pagePolicy } from '../export/page-response.js';
import { operationFinder, versionBefore } from '../export/page-links.js';

/** An API to write pages about. */
export interface SiteApi {
  readonly title: string;
  readonly routes: readonly ListedRoute[];
  /** Those of what is not released; empty where nothing is. */
  readonly next: readonly ListedRoute[];
  readonly versioning: VersioningOptions | undefined;
  readonly changes: ReadonlyMap<string, readonly DeclaredChange[]>;
  /** OpenAPI 3.0 to 3.2; null names the only document of an API without versions. */
  readonly document: (version: string | null) => Promise<JsonObject>;
}

const assets = '_assets';

type Files = Map<string, string | Buffer>;

/**
 * The files of a static site, by their paths: the pages and the document of each version, and the versions over time. All links are
 * relative, so the site works below any path. `asOf` is marked on the timeline.
 */
export async function renderSite(api: SiteApi, asOf: Date): Promise<ReadonlyMap<string, string | Buffer>> {
  const listed = { ...api, routes: api.routes.filter((route) => route.listed) };
  const versions = versionsOf(listed.routes);
  const files: Files = new Map();
  const names = versions.length === 0 ? [null] : namesOf([...listed.routes, ...listed.next]);
  const policy = await filePolicy(await Promise.all(names.map((name) => api.document(name))));
  for (const version of names)
    await writeVersion(listed, version, asOf, version === (versions.at(-1) ?? null), policy, files);
  for (const name of pageAssetNames) files.set(`${assets}/${name}`, (await loadPageAsset(name))!.bytes);
  return files;
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

/** Adds the pages of a version, and to those of the last one the timeline. */
async function writeVersion(
  api: SiteApi,
  version: string | null,
  asOf: Date,
  withTimeline: boolean,
  policy: FilePolicy,
  files: Files,
): Promise<void> {
  const document = await api.document(version);
  const reading = readDocument(document);
  const contentAt = await contentOf(api, version, reading, asOf);
  const folder = folderOf(version);
  const write = (name: string, subject: PageSubject, heading: string, body: (content: PageContent) => Html) => {
    const content = contentAt(name.split('/').length - 1);
    files.set(name, shell(content, subject, heading, body(content), policy));
  };
  files.set(`${folder}openapi.json`, `${JSON.stringify(document, null, 2)}\n`);
  write(`${folder}index.html`, { kind: 'home' }, api.title, overviewPage);
  for (const [slug, operation] of reading.operations)
    write(`${folder}operations/${slug}.html`, { kind: 'operation', operation }, operation.summary, (content) =>
      operationPage(operation, content),
    );
  for (const name of reading.schemas)
    write(`${folder}schemas/${fileName(name)}.html`, { kind: 'schema', name }, name, (content) =>
      schemaPage(name, content),
    );
  const changes = await changesPage(contentAt(version === null ? 0 : 1));
  write(`${folder}changes.html`, { kind: 'changes' }, 'Changes', () => changes);
  if (withTimeline)
    write(timelineOf(version), { kind: 'timeline' }, 'Versions over time', (content) =>
      timelinePage(content, { routes: api.routes, asOf, calls: null }),
    );
}

/** Makes the content of a page that is so many folders below the top. */
async function contentOf(
  { title, routes: released, next, versioning, changes, document }: SiteApi,
  version: string | null,
  reading: PageDocument,
  asOf: Date,
): Promise<(depth: number) => PageContent> {
  const routes = [...released, ...next];
  const has = operationFinder(routes, operationKey);
  const previous = versionBefore(routes, version);
  const { parameter } = versioningScheme(versioning) ?? {};
  const step = previous === null ? null : { from: readDocument(await document(previous)), to: reading };
  return (depth) => ({
    title,
    version,
    versions: pageVersions(routes, version, (name) => addressesOf(name, depth), changes),
    reading,
    step: step && { ...step, previous: previous!, parameter, asOf: isoDay(asOf) },
    links: linksFrom(version, depth, has),
    nonce: null,
  });
}

const folderOf = (version: string | null) => (version === null ? '' : `${version}/`);
const timelineOf = (version: string | null) => (version === null ? 'timeline.html' : 'index.html');
const upFrom = (depth: number) => '../'.repeat(depth);

/** A name of a schema as the name of a file, on file systems without capitals too. */
const fileName = (name: string) =>
  name.replaceAll(/[^\w.-]/g, (character) => `~${character.codePointAt(0)!.toString(16)}`);

function addressesOf(version: string, depth: number) {
  const folder = `${upFrom(depth)}${encodeURIComponent(version)}/`;
  return { url: `${folder}index.html`, documentUrl: `${folder}openapi.json` };
}

function linksFrom(version: string | null, depth: number, has: (version: string, key: string) => boolean): PageLinks {
  const top = upFrom(depth);
  const inFolder = (name: string | null) => `${top}${name === null ? '' : `${encodeURIComponent(name)}/`}`;
  const own = inFolder(version);
  return {
    home: `${own}index.html`,
    changes: `${own}changes.html`,
    timeline: `${top}${timelineOf(version)}`,
    allVersions: null,
    document: `${own}openapi.json`,
    assets: `${top}${assets}`,
    operation: (slug) => `${own}operations/${encodeURIComponent(slug)}.html`,
    schema: (name) => `${own}schemas/${fileName(name)}.html`,
    inVersion(other, subject) {
      if (subject.kind === 'changes') return `${inFolder(other)}changes.html`;
      return subject.kind === 'operation' && has(other, subject.operation.key)
        ? `${inFolder(other)}operations/${encodeURIComponent(subject.operation.key)}.html`
        : `${inFolder(other)}index.html`;
    },
  };
}
