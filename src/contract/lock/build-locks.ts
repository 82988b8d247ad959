import type { DescribedService } from '../../export/describe-service.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { JsonObject } from '../../json/json.js';
import type { ContractLock } from './contract-lock.js';
import { markLifecycle } from './mark-lifecycle.js';
import { pruneComponents, sortCanonically } from './canonical-document.js';

/** The lock of each version of a service, lowest first; a single one without versions. Rejects with an UndescribableSchemaError. */
export async function buildLocks({
  definition,
  table: { routes },
  document,
}: Pick<DescribedService, 'definition' | 'table' | 'document'>): Promise<readonly ContractLock[]> {
  const versioning = definition.versioning || undefined;
  const versions = versionsOf(routes);
  const { minNotice = 0, evidence = false } = definition.lifecycle ?? {};
  const marks = { routes, versioning, minNotice, evidence };
  return Promise.all(
    (versions.length === 0 ? [null] : versions).map(async (version) => {
      const described = (await document({ apiVersion: version })) as unknown as JsonObject;
      return { version, document: sortCanonically(pruneComponents(markLifecycle(described, version, marks))) };
    }),
  );
}
