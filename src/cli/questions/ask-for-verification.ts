import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { chooses, type OperationChoice } from '../../contract/verify/choose-operations.js';
import { type Plan, planCases } from '../../contract/verify/plan-cases.js';
import { openPromise, type PromiseFacts } from '../../contract/verify/promised-api.js';
import { declaredLinks, type SeedLink, type SeedValues } from '../../contract/verify/seeds.js';
import { findVerifyProblems } from '../../export/index.js';
import { locateProblem } from '../../report/problem.js';
import { problemLine } from '../../report/result.js';
import type { OpenedService } from '../open-service.js';
import type { OpenedApi } from '../open-api.js';
import type { Prepared, VerifySeeds } from '../../routing/table/verify-options.js';
import { CommandFailure } from '../command-failure.js';
import { schemasAccept } from '../verify/schemas-accept.js';

interface Details {
  /** The address of the running service. */
  readonly url: string;
  /** What was locked; null to verify what the service declares. */
  readonly locks: readonly ContractLock[] | null;
  /** What stands in front of every path. */
  readonly base: string;
  readonly seed: number;
  readonly requests: number;
  readonly writes: boolean;
  readonly choice: OperationChoice;
}

interface Verification {
  readonly locks: readonly ContractLock[];
  readonly facts: PromiseFacts;
  readonly plan: Plan;
  /** What the `before` hook wants sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly links: readonly SeedLink[];
}

/** What a running service has promised, and the requests to try it with: the service's own schemas accept the valid ones and refuse the others. */
export async function askForVerification(
  { service, locks: declare, verify }: OpenedApi,
  { url, locks, base, choice, ...options }: Details,
): Promise<Verification> {
  const promised = locks ?? (await declare());
  const facts = { base, isService: service !== null, mounted: service ? listMounted(service, promised) : [] };
  if (service) refuseSeeds(service);
  const { seeds = {} } = verify ?? {};
  const { values = {}, headers = {} } = options.writes ? await runBefore(seeds.before, url) : {};
  const api = openPromise(promised, facts);
  const links = [...(seeds.links ?? []), ...declaredLinks(api.operations)];
  const plan = await planCases(
    api,
    { ...options, values: { ...seeds.values, ...values } as SeedValues, links, isChosen: chooses(choice) },
    service ? schemasAccept(service) : async () => null,
  );
  return { locks: promised, facts, plan, headers, links };
}

/** Throws for seeds that cannot be used; those of documents were read with their configuration. */
function refuseSeeds({ definition, sourceOf }: OpenedService): void {
  const found = findVerifyProblems(definition.verify).map((one) => problemLine(locateProblem(one, sourceOf)));
  if (found.length > 0) throw new CommandFailure(found.join('\n'));
}

/** What is promised and is no route of the service. */
function listMounted({ table, definition }: OpenedService, locks: readonly ContractLock[]): readonly string[] {
  if ((definition.mount ?? []).length === 0) return [];
  const declared = new Set(table.routes.map(({ method, path }) => `${method} ${path}`));
  const { operations } = openPromise(locks, { base: '', isService: true, mounted: [] });
  return operations.map(({ name }) => name).filter((name) => !declared.has(name));
}

/** What the `before` hook of the seeds prepares in the running service; nothing without one. */
async function runBefore(before: VerifySeeds['before'], url: string): Promise<Prepared> {
  if (!before) return {};
  try {
    return (await before({ url, fetch })) ?? {};
  } catch (error) {
    throw new CommandFailure(`verify.seeds.before failed: ${error instanceof Error ? error.message : String(error)}`);
  }
}
