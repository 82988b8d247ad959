import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { openPromise, type PromiseFacts } from '../../verify/promised-api.js';
import { findVerifyProblems } from '../../export/index.js';
import { locateProblem } from '../../report/boot-problem.js';
import { problemLine } from '../../report/result.js';
import { CommandFailure } from '../command-failure.js';
import type { OpenedApi } from '../sources/open-api.js';
import type { OpenedService } from '../sources/open-service.js';
import { planVerification, type Verification, type VerificationDetails } from '../verify/plan-verification.js';
import { schemasAccept } from '../verify/schemas-accept.js';

/** What a running service has promised, and the requests to try it with: the service's own schemas accept the valid ones and refuse the others. */
export async function askForVerification(
  { service, locks: declare, verify, changes }: OpenedApi,
  { locks, base, ...details }: VerificationDetails,
): Promise<Verification> {
  if (service) refuseSeeds(service);
  const promised = locks ?? (await declare());
  const facts = {
    base,
    isService: service !== null,
    applications: service ? listApplications(service, promised) : {},
  };
  const accepts = service ? schemasAccept(service) : async () => null;
  const changed = [...changes].flatMap(([version, list]) =>
    list.map(({ title, operations }) => ({ version, title, operations })),
  );
  const known = { seeds: verify?.seeds, accepts, changes: changed, ignore: verify?.ignore };
  return planVerification(promised, facts, details, known);
}

/** Throws for seeds that cannot be used; those of documents were read with their configuration. */
function refuseSeeds({ definition, sourceOf }: OpenedService): void {
  const found = findVerifyProblems(definition.verify).map((one) => problemLine(locateProblem(one, sourceOf)));
  if (found.length > 0) throw new CommandFailure(found.join('\n'));
}

/** What applications answer: those that the service is around or in front of, and those that are mounted in it. */
function listApplications(service: OpenedService, locks: readonly ContractLock[]): PromiseFacts['applications'] {
  const relayed = service.table.routes.filter((route) => route.relayed !== undefined).map(nameOfOperation);
  const mounted = listMounted(service, locks);
  return Object.fromEntries([
    ...relayed.map((name) => [name, 'relayed'] as const),
    ...mounted.map((name) => [name, 'mounted'] as const),
  ]);
}

/** What is promised and is no route of the service. */
function listMounted({ table, definition }: OpenedService, locks: readonly ContractLock[]): readonly string[] {
  if ((definition.mount ?? []).length === 0) return [];
  const declared = new Set(table.routes.map(nameOfOperation));
  const { operations } = openPromise(locks, { base: '', isService: true, applications: {} });
  return operations.map(({ name }) => name).filter((name) => !declared.has(name));
}

const nameOfOperation = ({ method, path }: { readonly method: string; readonly path: string }) => `${method} ${path}`;
