import { type ChangesFile, compareChangesFile, hasChanges } from '../../laws/frozen-results.js';
import { lockChanges } from '../../laws/lock/lock-changes.js';
import type { ChangesLock } from '../../laws/lock/changes-lock.js';
import { changesOfService } from './changes-of-service.js';
import type { OpenedApi } from '../sources/open-api.js';
import { contractsOf, type Contracts } from '../sources/contracts.js';

interface Details {
  /** The file of the changes to compare with, null without one; undefined to lock the changes instead. */
  readonly written?: ChangesLock | null;
}

interface Locks extends Contracts {
  /** The comparison with the file that was given. */
  readonly changesFile: ChangesFile | null;
  /** What the file of the changes has to hold; null for a service without changes, and in a comparison. */
  readonly changes: ChangesLock | null;
}

/** What `svc openapi lock` writes or compares. */
export async function askForLocks(api: OpenedApi, { written }: Details): Promise<Locks> {
  const contracts = await contractsOf(api);
  const declared = api.service && changesOfService(api.service);
  if (written !== undefined) return { ...contracts, changesFile: compareChangesFile(written, declared), changes: null };
  if (!declared || !hasChanges(declared)) return { ...contracts, changesFile: null, changes: null };
  const { drawInputs } = await import('../../laws/lock/draw-inputs.js');
  return { ...contracts, changesFile: null, changes: lockChanges(declared.versions, declared.routes, drawInputs) };
}
