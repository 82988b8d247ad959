import type { ServiceChanges } from '../../laws/compare-changes.js';
import { listChanges } from '../../laws/list-subjects.js';
import type { OpenedService } from '../sources/open-service.js';

/** The versions that a service declares and `next`, with their changes; null for one that lists no versions. */
export function changesOfService({ definition, table }: OpenedService): ServiceChanges | null {
  const versions = definition.versioning ? definition.versioning.versions : undefined;
  const routes = [...table.routes, ...table.next];
  return versions ? { versions, routes, listed: listChanges(versions, routes) } : null;
}
