import type { DeclaredOperation } from '../../contract/compare/locate-operations.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Source } from '../../report/problem.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedService } from '../open-service.js';

/** What a service promises, and where. */
export interface Contracts {
  readonly versions: readonly string[];
  readonly locks: readonly ContractLock[];
  readonly operations: readonly DeclaredOperation[];
  /** The line of the service itself. */
  readonly source: Source | null;
}

/** The contract of every version. */
export async function askForContracts(
  { table, sourceOf, locks }: OpenedService,
  _nothing: object = {},
): Promise<Contracts> {
  return {
    versions: versionsOf(table.routes),
    locks: await locks(),
    operations: table.routes.map(({ method, path, version, source }) => ({ method, path, version, source })),
    source: sourceOf(),
  };
}
