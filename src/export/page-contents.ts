import type { JsonObject } from '../json/json.js';
import type { PageSubject } from '../page/pages.js';
import { declaredChanges } from '../routing/changes/declared-changes.js';
import type { Route } from '../routing/table/route.js';
import type { PageOptions } from '../routing/table/service-options.js';
import { versioningScheme } from '../routing/versioning/versioning.js';
import { NEXT } from '../text/version-order.js';
import type { Html } from '../text/html.js';
import { defaultDocumentVersion } from './document/document-versions.js';
import type { OpenApiDocument } from './document/open-api.js';
import type { DocumentedApp } from './documented-app.js';
import { operationFinder, type PageUrls, servedLinks, versionBefore } from './page-links.js';
import type { WrittenPage } from './rendered-pages.js';
import type { ServedDocuments } from './served-documents.js';

/** The page is loaded when somebody asks for it. */
const loadPages = () => import('../page/pages.js');

/** All that the pages of a document depend on, beside what they are about. */
export interface Place {
  readonly urls: PageUrls;
  /** The version that the address names. */
  readonly asked: string | undefined;
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
  #has: ReturnType<typeof operationFinder> | undefined;

  constructor(app: Pick<DocumentedApp, 'versioning'>, documents: ServedDocuments) {
    this.#app = app;
    this.#routes = documents.routes;
    this.#all = [...documents.routes, ...documents.next];
    this.#documents = documents;
    this.#scheme = versioningScheme(app.versioning);
    this.#changes = app.versioning?.versions ? declaredChanges(app.versioning.versions, this.#all) : new Map();
  }

  /** Of the pages of a version. */
  async read({ urls, asked, day }: Place, nonce: string) {
    const pages = await loadPages();
    const { document } = await this.#documents.read(asked);
    const version = asked ?? defaultDocumentVersion(this.#routes, this.#app.versioning);
    const urlsOf = (name: string) => {
      const query = `?version=${encodeURIComponent(name)}`;
      return { url: `${urls.page}${query}`, documentUrl: `${urls.document}${query}` };
    };
    const versions = pages.pageVersions(this.#all, version, urlsOf, this.#changes);
    const previous = versionBefore(this.#all, version);
    const reading = pages.readDocument(asJson(document));
    const options: PageOptions = {
      title: document.info.title,
      documentUrl: versions.find(({ current }) => current)?.documentUrl ?? urls.document,
      version,
      versions: versions.filter(({ version: name }) => name !== NEXT),
      nonce,
      routes: this.#routes.filter(({ listed }) => listed),
      assetsUrl: `${urls.page}/assets`,
    };
    const content = {
      pages,
      document,
      options,
      title: options.title,
      version,
      versions,
      reading,
      nonce,
      links: servedLinks(urls, version, {
        asked: asked !== undefined,
        sharesPaths: this.#scheme?.sharesPaths !== false,
        has: (this.#has ??= operationFinder(this.#all, pages.operationKey)),
      }),
      step:
        previous === null
          ? null
          : {
              previous,
              from: pages.readDocument(asJson((await this.#documents.read(previous)).document)),
              to: reading,
              parameter: this.#scheme?.parameter,
              asOf: day,
            },
    };
    return {
      ...content,
      /** Writes a page around its content. */
      show: (subject: PageSubject, heading: string, body: Html): WrittenPage => ({
        text: pages.shell(content, subject, heading, body),
        document,
      }),
    };
  }
}

/** Documents are JSON, though their type has no index. */
const asJson = (document: OpenApiDocument) => document as unknown as JsonObject;
