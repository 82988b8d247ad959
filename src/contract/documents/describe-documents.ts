import type { Level } from '../../report/level.js';
import type { BootProblem } from '../../report/boot-problem.js';
import type { ListedRoute } from '../../routing/table/route.js';
import type { LifecycleOptions } from '../../routing/table/service-options.js';
import type { VersioningOptions } from '../../routing/versioning/versioning.js';
import { isObject, objectAt, textAt, type JsonObject } from '../../json/json.js';
import { openDocument } from '../../openapi/open-document.js';
import { listOperations } from '../../openapi/operations/list-operations.js';
import type { LocateTokens } from '../lifecycle/list-lifecycle.js';
import { buildLock } from '../lock/build-locks.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { checkDocuments } from './check-documents.js';
import { documentRoutes, versioningOfOperations } from './document-routes.js';
import { locateInDocument, lockLocator, type ReadDocument } from './document-places.js';

/** What a configuration says of them all. */
export interface DocumentSettings {
  readonly title: string | null;
  readonly versioning: VersioningOptions | undefined;
  readonly lifecycle: LifecycleOptions | undefined;
  readonly byTheLetter?: Level | undefined;
}

/** An API as its documents describe it. */
export interface DescribedDocuments {
  readonly title: string;
  readonly routes: readonly ListedRoute[];
  /** As configured, else as its operations show it. */
  readonly versioning: VersioningOptions | undefined;
  readonly documents: readonly ReadDocument[];
  readonly locks: () => Promise<readonly ContractLock[]>;
  /** Everything that is wrong with the documents as of an instant. */
  readonly check: (asOf: Date) => readonly BootProblem[];
  /** Where values of a lock come from. */
  readonly locate: LocateTokens;
}

/** Describes an API by its documents, lowest version first. */
export function describeDocuments(
  documents: readonly ReadDocument[],
  { title, lifecycle, byTheLetter, versioning: configured }: DocumentSettings,
): DescribedDocuments {
  const operations = documents.flatMap((document) => {
    const found = listOperations(openDocument(document.bundle.document));
    const places = locateInDocument(
      document,
      found.map(({ tokens }) => tokens),
    );
    const { version, deprecation } = document;
    return found.map((operation, index) => ({ operation, version, deprecation, source: places[index] ?? null }));
  });
  const versioning = configured ?? versioningOfOperations(operations);
  const routes = documentRoutes(operations, versioning);
  let locks: Promise<readonly ContractLock[]> | undefined;
  return Object.freeze<DescribedDocuments>({
    title: title ?? textAt(objectAt(documents.at(-1)!.bundle.document['info'])['title']) ?? 'The API',
    routes,
    versioning,
    documents,
    locks: () =>
      (locks ??= Promise.all(
        documents.map(({ version, bundle }) =>
          buildLock(version, {
            routes,
            versioning,
            lifecycle,
            byTheLetter,
            document: async () => withWholePaths(bundle.document),
          }),
        ),
      )),
    check: (asOf) => checkDocuments({ documents, routes, versioning, asOf }),
    locate: lockLocator(documents),
  });
}

/** A lock marks operations where they are, so a path item that a reference names is written out. */
function withWholePaths(document: JsonObject): JsonObject {
  const { resolve } = openDocument(document);
  const paths = Object.entries(objectAt(document['paths'])).map(([path, item]) => {
    if (!isObject(item) || item['$ref'] === undefined) return [path, item];
    const { $ref, ...own } = item;
    return [path, { ...resolve({ $ref }), ...own }];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}
