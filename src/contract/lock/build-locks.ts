import type { LifecycleOptions } from '../../routing/table/service-options.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { JsonObject } from '../../json/json.js';
import type { ContractLock } from './contract-lock.js';
import { type MarkSettings, markLifecycle } from './mark-lifecycle.js';
import { sortCanonically } from './canonical-document.js';
import { pruneDocument } from './prune-document.js';

/** What the locks of an API are made from. */
export interface LockedApi extends Omit<MarkSettings, 'minNotice' | 'evidence'> {
  readonly lifecycle: LifecycleOptions | undefined;
  /** The document of a version; of the whole API without versions. */
  readonly document: (version: string | null) => Promise<JsonObject>;
}

/** The lock of each released version of an API, lowest first; a single one without versions. Rejects as `document` does. */
export async function buildLocks(api: LockedApi): Promise<readonly ContractLock[]> {
  const versions = versionsOf(api.routes);
  return Promise.all((versions.length === 0 ? [null] : versions).map((version) => buildLock(version, api)));
}

/** The lock of one version. Rejects as `document` does. */
export async function buildLock(
  version: string | null,
  { lifecycle, document, ...marks }: LockedApi,
): Promise<ContractLock> {
  const { minNotice = 0, evidence = false } = lifecycle ?? {};
  const marked = markLifecycle(await document(version), version, { ...marks, minNotice, evidence });
  return { version, document: sortCanonically(pruneDocument(marked)) };
}
