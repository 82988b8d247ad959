import { type ChangesFile, compareChangesFile, compareShapesFile, hasChanges } from '../../laws/frozen-results.js';
import { lockChanges } from '../../laws/lock/lock-changes.js';
import type { ChangesLock } from '../../laws/lock/changes-lock.js';
import { lockShapes } from '../../laws/lock/lock-shapes.js';
import type { KeptCounts } from '../../lens/lock/kept-shapes.js';
import type { ShapesLock } from '../../lens/lock/shapes-lock.js';
import { changesOfService } from './changes-of-service.js';
import { lensesOfService } from './lenses-of-service.js';
import type { OpenedApi } from '../sources/open-api.js';
import { contractsOf, type Contracts } from '../sources/contracts.js';

interface Details {
  /** The files beside the contracts to compare with; undefined to lock instead. */
  readonly written?: WrittenFiles;
}

/** The files of the changes and of the shapes as they are; null without one. */
export interface WrittenFiles {
  readonly changes: ChangesLock | null;
  readonly shapes: ShapesLock | null;
  readonly kept: KeptCounts;
}

interface Locks extends Contracts {
  /** The comparison with the files that were given. */
  readonly files: readonly ChangesFile[];
  /** What the file of the changes has to hold; null for a service without changes, and in a comparison. */
  readonly changes: ChangesLock | null;
  /** What the file of the shapes has to hold; null for a service without lenses, and in a comparison. */
  readonly shapes: ShapesLock | null;
}

/** What `svc openapi lock` writes or compares. */
export async function askForLocks(api: OpenedApi, { written }: Details): Promise<Locks> {
  const contracts = await contractsOf(api);
  const declared = api.service && changesOfService(api.service);
  const lenses = lensesOfService(api);
  const nothing = { files: [], changes: null, shapes: null };
  if (written !== undefined) return { ...contracts, ...nothing, files: compareFiles(written, api) };
  const { drawInputs } = await import('../../laws/lock/draw-inputs.js');
  return {
    ...contracts,
    ...nothing,
    ...(declared && hasChanges(declared) && { changes: lockChanges(declared.versions, declared.routes, drawInputs) }),
    ...(lenses.lenses.length > 0 && { shapes: lockShapes(lenses, drawInputs) }),
  };
}

/** How the files beside the contracts differ from what is declared. */
export function compareFiles({ changes, shapes, kept }: WrittenFiles, api: OpenedApi): readonly ChangesFile[] {
  const declared = api.service && changesOfService(api.service);
  return [compareChangesFile(changes, declared), compareShapesFile(shapes, lensesOfService(api), kept)].filter(
    (file) => file !== null,
  );
}
