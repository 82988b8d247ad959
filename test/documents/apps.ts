import header from '../../fixtures/header/svc.config.js';
import mediaType from '../../fixtures/media-type/svc.config.js';
import query from '../../fixtures/query/svc.config.js';
import story from '../../fixtures/story/svc.config.js';
import unversioned from '../../fixtures/unversioned/svc.config.js';
import uri from '../../fixtures/uri/svc.config.js';
import {
  buildDocument,
  compileService,
  documentSettings,
  resolveFragments,
  serialiseDocument,
} from '../../src/export/index.js';
import { versionsOf } from '../../src/routing/versioning/versions.js';
import type { ServiceDefinition } from '../../src/routing/table/service-definition.js';
import bundled from '../../service/src/service.js';

/** Every app of this repository that has documents. */
export const apps: Readonly<Record<string, ServiceDefinition>> = {
  bundled,
  header,
  'media-type': mediaType,
  query,
  story,
  uri,
  unversioned,
};

export interface NamedDocument {
  readonly app: string;
  /** null: the document that is served without a version. */
  readonly version: string | null;
  readonly text: string;
}

const made = new Map<string, Promise<readonly NamedDocument[]>>();

/** The exported documents of an app: the one without a version, and one per version. */
export function documentsOf(app: string): Promise<readonly NamedDocument[]> {
  const documents = made.get(app) ?? makeDocuments(app);
  made.set(app, documents);
  return documents;
}

async function makeDocuments(app: string): Promise<readonly NamedDocument[]> {
  const definition = apps[app]!;
  const table = compileService(definition);
  const mounts = await resolveFragments(definition.mount, definition.prefix);
  return [null, ...versionsOf(table.routes)].map((version) => ({
    app,
    version,
    text: serialiseDocument(buildDocument(table, { ...documentSettings(definition), mounts, apiVersion: version })),
  }));
}
