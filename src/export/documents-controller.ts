import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Public, ApiDoc } from '../routing/declare/decorators.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import { HttpError } from '../routing/table/http-error.js';
import { joinPath } from '../routing/table/path.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { declaredChanges } from '../routing/changes/declared-changes.js';
import { ROUTES, USAGE } from '../routing/table/app-tokens.js';
import type { DocumentOptions, PageOptions } from '../routing/table/service-options.js';
import { VERSION_NEUTRAL } from '../routing/declare/version.js';
import { versioningScheme } from '../routing/versioning/versioning.js';
import { inject } from '../wiring/inject.js';
import type { Class } from '../wiring/metadata.js';
import { defaultDocumentVersion } from './document/document-versions.js';
import type { OpenApiDocument } from './document/open-api.js';
import { type DocumentedApp, documentSettings } from './documented-app.js';
import { assetSchemas, documentSchemas, overviewSchemas, pageSchemas } from './documents-schemas.js';
import { readLogins } from './page/logins.js';
import { loadPageAsset } from './page/page-assets.js';
import { htmlPage, mountPoint, respond, returnHeaders } from './page/page-response.js';
import { pageVersions } from './page/version-links.js';
import { renderOverview } from './page/render-overview.js';
import { renderPage } from './page/render-page.js';
import { usageRoles } from './usage-controller.js';
import { ServedDocuments } from './served-documents.js';

/** The controllers that svckit adds to an app: none without the `documents` option. */
export function builtInControllers(app: DocumentedApp): readonly Class[] {
  return app.documents ? [documentsController({ ...app, documents: app.documents })] : [];
}

interface PageUrls {
  readonly page: string;
  readonly overview: string;
  readonly document: string;
}

/** A controller that serves an app's documents, its explorer page and the page's files; each app has its own class. */
export function documentsController({
  documents,
  mount,
  ...app
}: DocumentedApp & { readonly documents: DocumentOptions }): Class {
  const { path = 'openapi.json', docsPath = 'docs', render } = documents;
  const settings = documentSettings({ documents, ...app });
  const versioned = Boolean(app.versioning);
  const served = (...parts: readonly string[]) => joinPath(app.prefix ?? '', ...parts).path;

  /** `own` is the path of the requested page. */
  function urlsFor(req: IncomingMessage, own: string): PageUrls {
    const base = mountPoint(req, own);
    return {
      page: `${base}${served(docsPath)}`,
      overview: `${base}${served(docsPath, 'versions')}`,
      document: `${base}${served(path)}`,
    };
  }

  @Public()
  @ApiDoc({ tags: ['OpenApi'] })
  @Controller('', { version: VERSION_NEUTRAL })
  class OpenApiController {
    readonly #routes = inject(ROUTES);
    readonly #usage = app.usage ? inject(USAGE) : null;
    readonly #documents = new ServedDocuments(this.#routes, settings, mount);
    readonly #changes = app.versioning?.versions
      ? declaredChanges(app.versioning.versions, this.#routes)
      : new Map<string, never>();

    @ApiDoc({
      summary: 'Get the OpenAPI document',
      description: 'The machine-readable description of this API, generated from the declarations of its routes.',
    })
    @Get(path, documentSchemas(versioned))
    async document({ req }: Input): Promise<Response> {
      const { bytes, tag } = await this.#documents.read(askedVersion(req));
      return respond(req, tag, 'application/json', bytes, { 'Cache-Control': 'no-cache' });
    }

    @ApiDoc({
      summary: 'Get the explorer page',
      description: 'A page that lists every operation, with a viewer to try them.',
    })
    @Get(docsPath, pageSchemas(versioned))
    async page({ req }: Input): Promise<Response> {
      const asked = askedVersion(req);
      const { document } = await this.#documents.read(asked);
      const version = asked ?? defaultDocumentVersion(this.#routes, app.versioning);
      const urls = urlsFor(req, served(docsPath));
      const options = this.#pageOptions(urls, version, document);
      const content = {
        document,
        overviewUrl: urls.overview,
        allVersions: versioningScheme(app.versioning)?.sharesPaths === false ? urls.page : null,
      };
      return htmlPage(render ? await render(options) : renderPage(options, content), options.nonce, document);
    }

    @ApiDoc({
      summary: 'Get the versions over time',
      description: 'A timeline of versions, deprecations and sunsets.',
    })
    @Get(`${docsPath}/versions`, overviewSchemas)
    async versions({ req, caller }: Input<typeof overviewSchemas>): Promise<Response> {
      const { document } = await this.#documents.read(undefined);
      const urls = urlsFor(req, served(docsPath, 'versions'));
      const options = this.#pageOptions(urls, null, document);
      const asOf = app.now?.() ?? new Date();
      const text = renderOverview(options, { asOf, pageUrl: urls.page, calls: await this.#callsFor(caller) });
      return htmlPage(text, options.nonce, document);
    }

    @ApiDoc({
      summary: "Get one of the page's files",
      description: "The viewer's script and styles, so that the page needs no other host.",
    })
    @Get(`${docsPath}/assets/:file`, assetSchemas(readLogins(app.securitySchemes).exist))
    async asset({ params, req }: Input<ReturnType<typeof assetSchemas>>): Promise<Response> {
      const asset = await loadPageAsset(params.file);
      if (!asset) throw new HttpError(404, `The file "${params.file}" does not exist.`);
      const headers = {
        'Cache-Control': 'public, max-age=3600',
        Vary: 'Accept-Encoding',
        ...(asset.mediaType.startsWith('text/html') && returnHeaders),
      };
      return respond(req, asset.etag, asset.mediaType, asset.bytes, headers);
    }

    /** The calls of each version, for those who may read the usage. */
    async #callsFor(caller: Input['caller']): Promise<ReadonlyMap<string | null, number> | null> {
      const held: readonly string[] = caller?.roles ?? [];
      if (!this.#usage || !usageRoles(app.usage).some((role) => held.includes(role))) return null;
      const { counts } = await this.#usage.read();
      const versions = new Set(counts.map(({ version }) => version));
      const sumOf = (version: string | null) =>
        counts.reduce((sum, count) => (count.version === version ? sum + count.calls : sum), 0);
      return new Map([...versions].map((version) => [version, sumOf(version)]));
    }

    #pageOptions(urls: PageUrls, shown: string | null, { info }: OpenApiDocument): PageOptions {
      const versions = pageVersions(this.#routes, shown, urls, this.#changes);
      return {
        title: info.title,
        documentUrl: versions.find(({ current }) => current)?.documentUrl ?? urls.document,
        version: shown,
        versions,
        nonce: randomBytes(16).toString('base64url'),
        routes: this.#routes.filter(({ listed }) => listed),
        assetsUrl: `${urls.page}/assets`,
      };
    }
  }
  return OpenApiController;
}

/** Read from the address, because an app without versions declares no such parameter but still refuses it. */
function askedVersion({ url = '' }: IncomingMessage): string | undefined {
  return new URLSearchParams(/\?(.*)/s.exec(url)?.[1]).get('version') ?? undefined;
}
