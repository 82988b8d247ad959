import { LRUCache } from 'lru-cache';
import { needsNewest, refuseName } from '../routing/matching/refuse-preview.js';
import { versionRefusal } from '../routing/matching/refuse-unmatched.js';
import { isOpenAt, isShownAt, type PreviewTerms } from '../routing/previews/preview-terms.js';
import { isCurrent, type PreviewTable, routesHaving } from '../routing/table/preview-table.js';
import type { Route } from '../routing/table/route.js';
import { versionsOf } from '../routing/versioning/versions.js';
import type { Mount } from '../routing/table/mount.js';
import { buildDocument } from './document/build-document.js';
import type { DocumentSettings } from './document/document-settings.js';
import { UnknownVersionError } from './document/document-versions.js';
import type { OpenApiDocument } from './document/open-api.js';
import { resolveFragments } from './document/resolve-fragments.js';
import { serialiseDocument } from './document/serialise-document.js';
import { entityTag } from './page-response.js';

export interface ServedDocument {
  readonly document: OpenApiDocument;
  readonly bytes: Buffer;
  readonly tag: string;
}

/** A document that somebody asks for. */
export interface AskedDocument {
  /** undefined for the default one. */
  readonly version: string | undefined;
  /** The names of previews that are on, sorted. */
  readonly previews: readonly string[];
}

/** Builds each version's document once, and keeps the latest with previews on. */
export class ServedDocuments {
  readonly #built = new Map<string | undefined, ServedDocument>();
  readonly #previewed = new LRUCache<string, ServedDocument>({ max: 16 });

  constructor(
    readonly routes: readonly Route[],
    /** Those of what is not released, where requests may name it. */
    readonly next: readonly Route[],
    readonly previews: PreviewTable | null,
    readonly now: () => Date,
    readonly settings: DocumentSettings,
    readonly mount: readonly Mount[] | undefined,
  ) {}

  /** The previews that everybody may use now, sorted by name. */
  get shown(): readonly PreviewTerms[] {
    const now = this.now().getTime();
    return (this.previews?.previews ?? []).filter((one) => isShownAt(one, now));
  }

  /** The version of a document; previews stand beside the newest where none is named. */
  versionOf({ version, previews }: AskedDocument): string | undefined {
    return version ?? (previews.length === 0 ? undefined : versionsOf(this.routes).at(-1));
  }

  /** Throws a 404 that lists the available versions for an unknown one, and a 400 for previews that it cannot have. */
  async read(asked: AskedDocument): Promise<ServedDocument> {
    const { previews } = asked;
    const version = this.versionOf(asked);
    this.#refuse(version, previews);
    const key = JSON.stringify([version, ...previews]);
    const known = previews.length === 0 ? this.#built.get(version) : this.#previewed.get(key);
    if (known) return known;
    const mounts = await resolveFragments(this.mount, this.settings.prefix);
    try {
      const document = buildDocument(routesHaving(this, previews), { ...this.settings, mounts, apiVersion: version });
      const bytes = Buffer.from(serialiseDocument(document, 'json'));
      const built = { document, bytes, tag: entityTag(bytes) };
      if (previews.length === 0) this.#built.set(version, built);
      else this.#previewed.set(key, built);
      return built;
    } catch (error) {
      if (!(error instanceof UnknownVersionError)) throw error;
      throw versionRefusal(error.version, error.versions, error.message);
    }
  }

  #refuse(version: string | undefined, previews: readonly string[]): void {
    const shown = this.shown.map(({ name }) => name);
    const now = this.now().getTime();
    for (const name of previews.filter((one) => !shown.includes(one))) {
      const terms = this.previews?.previews.find((one) => one.name === name);
      const isHidden = terms === undefined || !terms.listed || terms.allow !== null || isOpenAt(terms, now);
      throw refuseName(name, isHidden ? undefined : terms, shown);
    }
    const newest = versionsOf(this.routes).at(-1);
    const isNamed = previews.length > 0 && version !== undefined && newest !== undefined;
    if (isNamed && this.routes.some((route) => route.version === version) && !isCurrent(version, { newest }))
      throw needsNewest(newest, version);
  }
}
