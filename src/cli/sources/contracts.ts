import type { DeclaredOperation } from '../../contract/compare/locate-operations.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { WrittenDocument } from '../../contract/documents/document-places.js';
import type { Described } from '../../report/described.js';
import type { ConsumersOptions } from '../../routing/table/consumers-options.js';
import type { Source } from '../../report/boot-problem.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedApi } from './open-api.js';

/** What an API promises, and where. */
export interface Contracts {
  readonly versions: readonly string[];
  readonly locks: readonly ContractLock[];
  /** What is not released; null where nothing is. */
  readonly next: ContractLock | null;
  readonly operations: readonly DeclaredOperation[];
  /** Where the API is declared as a whole. */
  readonly source: Source | null;
  readonly described: Described;
  /** The documents that describe it, for the lines of what changed; none for a service. */
  readonly documents: readonly WrittenDocument[];
  readonly title: string;
  readonly consumers: ConsumersOptions | null;
}

/** The contract of every version. */
export async function contractsOf({
  described,
  routes,
  next,
  source,
  locks,
  nextLock,
  documents,
  title,
  consumers,
}: OpenedApi): Promise<Contracts> {
  return {
    title,
    consumers: consumers ?? null,
    versions: versionsOf(routes),
    locks: await locks(),
    next: await nextLock(),
    operations: [...routes, ...next].map(({ method, path, version, source: place }) => ({
      method,
      path,
      version,
      source: place,
    })),
    source,
    described,
    documents: documents.map(({ version, bundle: { document, written, files }, printedBy }) => ({
      version,
      bundle: {
        document,
        ...(written && { written }),
        files: files.map(({ name, text, home }) => ({ name, text, home })),
      },
      printedBy,
    })),
  };
}
