import type { JsonObject } from '../json/json.js';
import type { PageSubject, VersionFacts } from '../page/pages.js';
import type { Passage } from '../routing/changes/passage.js';
import { servedVersions, versionsOf } from '../routing/versioning/versions.js';
import { declaredChanges } from '../routing/changes/declared-changes.js';
import type { Route } from '../routing/table/route.js';
import type { PageOptions } from '../routing/table/document-options.js';
import { versioningScheme } from '../routing/versioning/versioning.js';
import { compareVersions, NEXT, versionInWords } from '../text/version-order.js';
import type { Html } from '../text/html.js';
import { defaultDocumentVersion } from './document/document-versions.js';
import type { OpenApiDocument } from './document/open-api.js';
import type { DocumentedApp } from './documented-app.js';
import { type ExamplesThroughChanges, examplesThroughChanges } from './example-through-changes.js';
import { operationFinder, type PageUrls, servedLinks, versionBefore } from './page-links.js';
import type { WrittenPage } from './rendered-pages.js';
import type { AskedDocument, ServedDocuments } from './served-documents.js';

/** A page of more operations lists those around its own; compressed, a list of these is 3 KB. */
const mostListed = 150;
const mostRows = 300;
const mostLines = 400;

/** The page is loaded when somebody asks for it. */
const loadPages = () => import('../page/pages.js');

/** All that the pages of a document depend on, beside what they are about. */
export interface Place {
  readonly urls: PageUrls;
  /** What the address names. */
  readonly asked: AskedDocument;
  /** The version to compare with; undefined for the one before. */
  readonly from: string | undefined;
  readonly day: string;
}

/** What the pages of an app are made from. */
export class PageContents {
  readonly #app: Pick<DocumentedApp, 'versioning'>;
  readonly #routes: readonly Route[];
  /** With those of what is not released. */
  readonly #all: readonly Route[];
  readonly #documents: ServedDocuments;
  readonly #scheme: ReturnType<typeof versioningScheme>;
  readonly #changes: ReturnType<typeof declaredChanges>;
  readonly #examples: ExamplesThroughChanges | null;
  #having: ReturnType<typeof operationFinder> | undefined;
  #versions: readonly VersionFacts[] | undefined;

  constructor(
    app: Pick<DocumentedApp, 'versioning'>,
    documents: ServedDocuments,
    passageOf: (route: Route) => Passage | null,
  ) {
    this.#app = app;
    this.#routes = documents.routes;
    this.#all = [...documents.routes, ...documents.next];
    this.#documents = documents;
    this.#scheme = versioningScheme(app.versioning);
    this.#examples = app.versioning?.versions ? examplesThroughChanges(this.#all, passageOf) : null;
    this.#changes = app.versioning?.versions ? declaredChanges(app.versioning.versions, this.#all) : new Map();
  }

  /** Of the pages of a version. */
  async read({ urls, asked, from, day }: Place, nonce: string) {
    const pages = await loadPages();
    const { document } = await this.#documents.read(asked);
    const version = this.#documents.versionOf(asked) ?? defaultDocumentVersion(this.#routes, this.#app.versioning);
    const on = asked.previews;
    const urlsOf = (name: string) => {
      const query = `?version=${encodeURIComponent(name)}`;
      return { url: `${urls.page}${query}`, documentUrl: `${urls.document}${query}` };
    };
    const versions = pages.pageVersions(
      (this.#versions ??= pages.versionFacts(this.#all, this.#changes, this.#app.versioning)),
      version,
      urlsOf,
    );
    const table = this.#documents.previews;
    const previews = table ? pages.pagePreviews(table, this.#documents.shown, this.#routes, { version, on }) : [];
    const isChosen = await this.#isComparable(from, version, on);
    const previous = on.length > 0 ? version : isChosen ? from! : versionBefore(this.#all, version);
    const readings = await this.#readAround(pages.readDocument, version, previous);
    const reading = pages.readDocument(asJson(document));
    const options: PageOptions = {
      title: document.info.title,
      documentUrl: versions.find(({ current }) => current)?.documentUrl ?? urls.document,
      version,
      versions: versions
        .filter(({ version: name }) => name !== NEXT)
        .map(({ default: _, latest, since, brownouts, ...one }) => one),
      nonce,
      routes: this.#routes.filter(({ listed }) => listed),
      assetsUrl: `${urls.page}/assets`,
    };
    const links = servedLinks(urls, version, {
      isNamed: asked.version !== undefined,
      on,
      from: isChosen ? from! : null,
      sharesPaths: this.#scheme?.sharesPaths !== false,
      keyOf: pages.keyOf,
      remains: (key, names) => pages.remains(previews, key, names),
    });
    const content = {
      pages,
      document,
      options,
      title: options.title,
      version,
      versions,
      today: day,
      reading,
      nonce,
      previews,
      mostListed,
      mostRows,
      mostLines,
      hasForm: true,
      languages: pages.allLanguages,
      links,
      examples: this.#examples,
      readingOf: (name: string | null) => readings.get(name) ?? null,
      step:
        previous === null && on.length === 0
          ? null
          : {
              version: on.length > 0 ? null : previous,
              isChosen,
              name: previous === null ? 'this API' : versionInWords(previous),
              link: (subject: PageSubject) =>
                on.length > 0 ? links.having([], pages.keyOf(subject))! : links.inVersion(previous!, subject),
              from: readings.get(previous)!,
              to: reading,
              parameter: this.#scheme?.parameter,
              asOf: day,
            },
    };
    return {
      ...content,
      /** Writes a page around its content. */
      show: (subject: PageSubject, heading: string, body: Html, status = 200): WrittenPage => ({
        text: pages.shell(content, subject, heading, body),
        document,
        status,
      }),
    };
  }

  /** Whether an address names an older version to compare with; throws a 404 for an unknown one. */
  async #isComparable(from: string | undefined, version: string | null, on: readonly string[]): Promise<boolean> {
    if (from === undefined || version === null || on.length > 0) return false;
    await this.#documents.read({ version: from, previews: [] });
    return compareVersions(from, version) < 0;
  }

  /** The documents that a page compares, and with changes that of the newest version, whose examples they take down. */
  async #readAround(
    readDocument: typeof import('../page/pages.js').readDocument,
    version: string | null,
    previous: string | null,
  ) {
    const newest = this.#changes.size > 0 ? servedVersions(this.#all) : [];
    const names = new Set(
      version === null || previous === null ? [previous] : [version, previous, ...newest.slice(-2)],
    );
    const read = async (name: string | null) =>
      [
        name,
        readDocument(asJson((await this.#documents.read({ version: name ?? undefined, previews: [] })).document)),
      ] as const;
    return new Map(await Promise.all([...names].map(read)));
  }

  /** The deprecated parameters and properties of every version, as of a day. */
  async deprecatedMembers(day: string) {
    const { deprecatedMembers } = await loadPages();
    const versions = versionsOf(this.#routes);
    const read = async (version: string | null) => ({
      version,
      document: asJson((await this.#documents.read({ version: version ?? undefined, previews: [] })).document),
    });
    return deprecatedMembers(await Promise.all((versions.length === 0 ? [null] : versions).map(read)), day);
  }

  /** What a version changes for callers of the one before; null for a version that has none before it. */
  async readPair(place: Place): Promise<string | null> {
    const content = await this.read(place, '');
    const guide = `../changes?version=${encodeURIComponent(content.version ?? '')}`;
    const pair = await content.pages.versionPair(content, guide);
    return pair && `${JSON.stringify(pair)}\n`;
  }

  /** The page that says that a version has no such operation; null where no version has it. */
  async readGone(place: Place, key: string, nonce: string): Promise<WrittenPage | null> {
    const content = await this.read(place, nonce);
    const { pages, version, versions, show } = content;
    const having = (this.#having ??= operationFinder(this.#all, pages.operationKey))(key);
    const names = versions.map((one) => one.version);
    const nearest = version === null ? [] : pages.nearestVersions(names, version);
    const other = nearest.find((name) => having?.has(name));
    if (other === undefined) return null;
    const { document } = await this.#documents.read({ version: other, previews: [] });
    const reading = pages.readDocument(asJson(document));
    const operation = reading.operations.get(key);
    if (!operation) return null;
    const elsewhere = pages.lookElsewhere(content, { version: other, operation, reading });
    const title = `${operation.method} ${operation.path} is not in ${versionInWords(version!)}`;
    return show({ kind: 'absent', key }, title, pages.goneOperationPage(elsewhere, content), 404);
  }

  /** The page that says that there is no page of this name. */
  async readAbsent(place: Place, title: string, subject: 'version' | 'name', nonce: string): Promise<WrittenPage> {
    const content = await this.read(place, nonce);
    const body = content.pages.absentPage(title, content, subject);
    return content.show({ kind: 'absent', key: null }, title, body, 404);
  }
}

/** Documents are JSON, though their type has no index. */
const asJson = (document: OpenApiDocument) => document as unknown as JsonObject;
