import { versionRefusal } from '../routing/matching/refuse-unmatched.js';
import type { Route } from '../routing/table/route.js';
import type { Mount } from '../routing/table/service-options.js';
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

/** Builds each version's document once. */
export class ServedDocuments {
  readonly #built = new Map<string | undefined, ServedDocument>();

  constructor(
    readonly routes: readonly Route[],
    /** Those of what is not released, where requests may name it. */
    readonly next: readonly Route[],
    readonly settings: DocumentSettings,
    readonly mount: readonly Mount[] | undefined,
  ) {}

  /** Throws a 404 that lists the available versions for an unknown one. */
  async read(version: string | undefined): Promise<ServedDocument> {
    const known = this.#built.get(version);
    if (known) return known;
    const mounts = await resolveFragments(this.mount, this.settings.prefix);
    try {
      const document = buildDocument(this, { ...this.settings, mounts, apiVersion: version });
      const bytes = Buffer.from(serialiseDocument(document, 'json'));
      const built = { document, bytes, tag: entityTag(bytes) };
      this.#built.set(version, built);
      return built;
    } catch (error) {
      if (!(error instanceof UnknownVersionError)) throw error;
      throw versionRefusal(error.version, error.versions, error.message);
    }
  }
}
