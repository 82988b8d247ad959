import type { Source } from '../../report/problem.js';
import type { OperationIdentity } from '../../contract/diff/finding.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';

/** One side of a comparison. */
export interface ContractSide {
  /** As it was typed. */
  readonly name: string;
  readonly locks: readonly ContractLock[];
  /** A single document, whatever its version: it is compared with the other side's by itself. */
  readonly isSingle: boolean;
  readonly locate?: (operation: OperationIdentity) => Source | null;
}
