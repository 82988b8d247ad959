import { UndescribableSchemaError } from '../../export/index.js';
import { buildLocks } from '../../contract/lock/build-locks.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { CommandFailure } from '../command-failure.js';
import type { OpenedService } from '../open-service.js';
import { refuseProblems } from '../refuse-problems.js';

/** The contract of each version as the service declares it now; throws where it cannot be described. */
export async function currentLocks(service: OpenedService): Promise<readonly ContractLock[]> {
  await refuseProblems(service);
  try {
    return await buildLocks(service.definition, service.table);
  } catch (error) {
    throw error instanceof UndescribableSchemaError ? new CommandFailure(error.message, 1) : error;
  }
}
