import type { IncomingMessage } from 'node:http';
import { Public, ApiDoc } from '../routing/declare/decorators.js';
import { Controller, Get } from '../routing/declare/verbs.js';
import { HttpError } from '../routing/table/http-error.js';
import { joinPath } from '../routing/table/path.js';
import type { Input } from '../routing/declare/route-schemas.js';
import { NEXT_ROUTES, PASSAGES, PREVIEWS, ROUTES, USAGE } from '../routing/table/app-tokens.js';
import type { DocumentOptions } from '../routing/table/document-options.js';
import type { UsageCount } from '../routing/table/usage.js';
import { VERSION_NEUTRAL } from '../routing/declare/version.js';
import { inject } from '../wiring/inject.js';
import type { Class } from '../wiring/metadata.js';
import { codeUnitOrder } from '../text/code-unit-order.js';
import { prefersHtml } from '../text/accept-weights.js';
import { isoDay } from '../text/date.js';
import { type DocumentedApp, documentSettings } from './documented-app.js';
import { assetSchemas, changesSchemas, documentSchemas, overviewSchemas, pageSchemas } from './documents-schemas.js';
import { readLogins } from './logins.js';
import { loadPageAsset } from './page-assets.js';
import { type Place, PageContents } from './page-contents.js';
import type { PageUrls } from './page-links.js';
import { mountPoint, respond, returnHeaders } from './page-response.js';
import { RenderedPages, respondOnce, type WritePage } from './rendered-pages.js';
import { callersOfRows, callsOfVersions } from './timeline/usage-of-rows.js';
import { ownOperations, usageRoles } from './usage-controller.js';
import { type AskedDocument, ServedDocuments } from './served-documents.js';
import { versionPairsController } from './version-pairs-controller.js';

/** The controllers that svckit adds to an app: none without the `documents` option. */
export function builtInControllers(app: DocumentedApp): readonly Class[] {
  return app.documents ? documentsControllers({ ...app, documents: app.documents }) : [];
}

/** What serves an app's documents, its explorer page and the page's files; each app has its own classes. */
function documentsControllers({
  documents,
  mount,
  ...app
}: DocumentedApp & { readonly documents: DocumentOptions }): readonly Class[] {
  const { path = 'openapi.json', docsPath = 'docs', render } = documents;
  const settings = documentSettings({ documents, ...app });
  const versioned = Boolean(app.versioning);
  const now = () => app.now?.() ?? new Date();
  const served = (...parts: readonly string[]) => joinPath(app.prefix ?? '', ...parts).path;

  /** `own` is the path of the requested page. */
  function urlsFor(req: IncomingMessage, own: string): PageUrls {
    const base = mountPoint(req, own);
    return {
      page: `${base}${served(docsPath)}`,
      changes: `${base}${served(docsPath, 'changes')}`,
      timeline: `${base}${served(docsPath, 'versions')}`,
      document: `${base}${served(path)}`,
      ownUsage: app.usage && app.authenticate ? `${base}${served(ownOperations)}` : null,
    };
  }

  const placeOf = (
    req: IncomingMessage,
    own: string,
    { from, ...asked }: AskedDocument & Pick<Place, 'from'>,
  ): Place => ({
    urls: urlsFor(req, own),
    asked,
    from,
    day: isoDay(now()),
  });

  @Public()
  @ApiDoc({ tags: ['OpenApi'] })
  @Controller('', { version: VERSION_NEUTRAL })
  class OpenApiController {
    readonly #routes = inject(ROUTES);
    readonly #usage = app.usage ? inject(USAGE) : null;
    readonly #pages = new RenderedPages();
    readonly #documents = new ServedDocuments(
      this.#routes,
      inject(NEXT_ROUTES),
      inject(PREVIEWS),
      now,
      settings,
      mount,
    );
    readonly contents = new PageContents(app, this.#documents, inject(PASSAGES));

    @ApiDoc({
      summary: 'Get the OpenAPI document',
      description: 'The machine-readable description of this API, generated from the declarations of its routes.',
    })
    @Get(path, documentSchemas(versioned))
    async document({ req }: Input): Promise<Response> {
      const { version, previews } = askedFor(req);
      const { bytes, tag } = await this.#documents.read({ version, previews });
      return respond(req, tag, 'application/json', bytes, { 'Cache-Control': 'no-cache' });
    }

    @ApiDoc({
      summary: 'Get the explorer page',
      description:
        'A page about this API, one of its operations or one of its schemas, with a form to try the operation.',
    })
    @Get(docsPath, pageSchemas(versioned))
    async page({ req }: Input): Promise<Response> {
      const { operation: slug, schema, ...asked } = askedFor(req);
      const place = placeOf(req, served(docsPath), asked);
      if (render)
        return respondOnce(async (nonce) => {
          const { options, document } = await this.contents.read(place, nonce);
          return { text: await render(options), document };
        });
      const write: WritePage = async (nonce) => {
        const content = await this.contents.read(place, nonce);
        const { reading, options, pages, show } = content;
        if (slug !== undefined) {
          const operation = reading.operations.get(slug);
          if (!operation) throw new HttpError(404, `This document has no operation "${slug}".`);
          return show({ kind: 'operation', operation }, operation.summary, pages.operationPage(operation, content));
        }
        if (schema !== undefined) {
          if (!reading.schemas.includes(schema)) throw new HttpError(404, `This document has no schema "${schema}".`);
          return show({ kind: 'schema', name: schema }, schema, pages.schemaPage(schema, content));
        }
        return show({ kind: 'home' }, options.title, pages.overviewPage(content));
      };
      const respond = () => this.#pages.respond(['page', ...this.#keyOf(place), slug, schema], write);
      return this.#orAbsent(req, place, slug ?? null, respond);
    }

    @ApiDoc({
      summary: 'Get the changes of a version',
      description: 'What is different since the version before, operation by operation, and what each version changed.',
    })
    @Get(`${docsPath}/changes`, changesSchemas(versioned))
    async changes({ req }: Input): Promise<Response> {
      const place = placeOf(req, served(docsPath, 'changes'), askedFor(req));
      const write: WritePage = async (nonce) => {
        const content = await this.contents.read(place, nonce);
        return content.show({ kind: 'changes' }, 'Changes', await content.pages.changesPage(content));
      };
      return this.#orAbsent(req, place, null, () => this.#pages.respond(['changes', ...this.#keyOf(place)], write));
    }

    @ApiDoc({
      summary: 'Get the versions over time',
      description: 'A timeline of versions, deprecations and sunsets.',
    })
    @Get(`${docsPath}/versions`, overviewSchemas)
    async versions({ req, caller }: Input<typeof overviewSchemas>): Promise<Response> {
      const place = placeOf(req, served(docsPath, 'versions'), { version: undefined, previews: [], from: undefined });
      const counts = await this.#countsFor(caller);
      const write: WritePage = async (nonce) => {
        const content = await this.contents.read(place, nonce);
        const { routes } = content.options;
        const asOf = new Date(place.day);
        const usage = counts && { calls: callsOfVersions(counts), users: callersOfRows(counts, asOf) };
        const members = await this.contents.deprecatedMembers(place.day);
        const body = content.pages.timelinePage(content, { routes, asOf, calls: null, users: null, members, ...usage });
        return content.show({ kind: 'timeline' }, 'Versions over time', body);
      };
      return counts === null ? this.#pages.respond(['versions', ...this.#keyOf(place)], write) : respondOnce(write);
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

    /** An answer; where there is nothing to show, browsers get a page that says where to read on, and other clients the problem. */
    async #orAbsent(req: IncomingMessage, place: Place, key: string | null, respond: () => Promise<Response>) {
      try {
        return await respond();
      } catch (error) {
        if (!(error instanceof HttpError) || error.status !== 404 || !prefersHtml(req.headers.accept)) throw error;
        const isVersion = error.extras['supportedVersions'] !== undefined;
        const known = isVersion ? { ...place, from: undefined, asked: { ...place.asked, version: undefined } } : place;
        const title = isVersion ? `Version ${String(error.extras['requested'])} does not exist` : error.message;
        return respondOnce(
          async (nonce) =>
            (isVersion || key === null ? null : await this.contents.readGone(known, key, nonce)) ??
            this.contents.readAbsent(known, title, isVersion ? 'version' : 'name', nonce),
        );
      }
    }

    /** All that the pages of a place depend on; previews end within a day too. */
    readonly #keyOf = ({ urls, asked: { version, previews }, from, day }: Place) => {
      const shown = this.#documents.shown.map(({ name }) => name);
      return [urls.page, version, from, day, previews.join(' '), shown.join(' ')];
    };

    /** The counts of calls, for those who may read the usage. */
    async #countsFor(caller: Input['caller']): Promise<readonly UsageCount[] | null> {
      const held: readonly string[] = caller?.roles ?? [];
      if (!this.#usage || !usageRoles(app.usage).some((role) => held.includes(role))) return null;
      return (await this.#usage.read()).counts;
    }
  }
  if (!versioned) return [OpenApiController];
  const pairs = versionPairsController(
    `${docsPath}/changes`,
    (req, version) => placeOf(req, served(docsPath, 'changes', version), { version, previews: [], from: undefined }),
    () => inject(OpenApiController).contents,
  );
  return [OpenApiController, pairs];
}

/** Read from the address, because an app without versions declares no version but still refuses one. */
function askedFor({ url = '' }: IncomingMessage) {
  const query = new URLSearchParams(/\?(.*)/s.exec(url)?.[1]);
  const named = (name: string) => query.get(name) ?? undefined;
  const previews = [...new Set(query.getAll('preview'))].sort(codeUnitOrder);
  return {
    version: named('version'),
    from: named('from'),
    operation: named('operation'),
    schema: named('schema'),
    previews,
  };
}
