import type { ContractLock } from '../contract/lock/contract-lock.js';
import type { DescribedService } from '../export/index.js';
import { locateProblem, problemLine } from '../report/problem.js';
import { CommandFailure } from './command-failure.js';
import type { Io } from './io.js';

/** The service that a command works on. */
export interface OpenedService extends DescribedService {
  /** What each version promises, made at the first call; rejects with every problem's line where it cannot be described. */
  readonly locks: () => Promise<readonly ContractLock[]>;
}

/** Loads the export file that a command names, or finds, or the bundled service; starts nothing. Rejects with a LoadError. */
export async function openService(entry: string | undefined, { cwd }: Pick<Io, 'cwd'>): Promise<OpenedService> {
  const { describeService, findEntry, loadBundledService, loadService } = await import('../export/index.js');
  const file = findEntry(entry, cwd);
  const service = describeService(file === null ? await loadBundledService(cwd) : await loadService(file, { cwd }));
  let locks: Promise<readonly ContractLock[]> | undefined;
  return Object.freeze({ ...service, locks: () => (locks ??= lockService(service)) });
}

async function lockService(service: DescribedService): Promise<readonly ContractLock[]> {
  const { buildLocks } = await import('../contract/lock/build-locks.js');
  await refuseProblems(service);
  return describing(() => buildLocks(service));
}

/** A service that cannot be served is neither described nor explained: rejects with every problem's line. */
export async function refuseProblems(service: DescribedService): Promise<void> {
  const found = [...service.problems, ...service.table.problems, ...(await service.mounts()).problems];
  const errors = found.filter(({ severity }) => severity === 'error');
  if (errors.length > 0)
    throw new CommandFailure(errors.map((one) => problemLine(locateProblem(one, service.sourceOf))).join('\n'), 1);
}

/** Runs what builds documents; rejects with a CommandFailure where a schema cannot be described. */
async function describing<T>(build: () => Promise<T>): Promise<T> {
  const { UndescribableSchemaError } = await import('../export/index.js');
  return build().catch((error: unknown) => {
    throw error instanceof UndescribableSchemaError ? new CommandFailure(error.message, 1) : error;
  });
}
