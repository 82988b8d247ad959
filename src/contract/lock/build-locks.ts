import { buildDocument } from '../../export/document/build-document.js';
import { documentVersions } from '../../export/document/document-versions.js';
import { resolveFragments } from '../../export/document/resolve-fragments.js';
import { documentSettings } from '../../export/documents-controller.js';
import type { RouteTable } from '../../routing/table/compile-routes.js';
import type { ServiceDefinition } from '../../routing/table/service-options.js';
import type { JsonObject } from '../../json/json.js';
import type { ContractLock } from './contract-lock.js';
import { markLifecycle } from './mark-lifecycle.js';
import { pruneComponents } from './prune-components.js';
import { sortCanonically } from './sort-canonically.js';

/** The lock of each version of a service, the lowest first; one for all where there are no versions. Rejects with an UndescribableSchemaError. */
export async function buildLocks(
  definition: ServiceDefinition,
  { routes }: Pick<RouteTable, 'routes'>,
): Promise<readonly ContractLock[]> {
  const versioning = definition.versioning || undefined;
  const versions = documentVersions(routes, versioning);
  const mounts = await resolveFragments(definition.mount, definition.prefix);
  const settings = { ...documentSettings(definition), mounts };
  const marks = { routes, versioning, minNotice: definition.lifecycle?.minNotice ?? 0 };
  return (versions.length === 0 ? [null] : versions).map((version) => {
    const document = buildDocument({ routes }, { ...settings, apiVersion: version }) as unknown as JsonObject;
    return { version, document: sortCanonically(pruneComponents(markLifecycle(document, version, marks))) };
  });
}
