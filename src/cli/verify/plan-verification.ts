import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { chooses, type OperationChoice } from '../../verify/choose-operations.js';
import { type Accepts, type Plan, planCases } from '../../verify/plan-cases.js';
import { openPromise, type PromiseFacts } from '../../verify/promised-api.js';
import { secretNames, secretsOfSeeds } from '../../verify/redact.js';
import type { VersionChange } from '../../verify/replay/touching-changes.js';
import { declaredLinks, type SeedLink, type SeedValues, strayNames } from '../../verify/seeds.js';
import type { IgnoredDifference, Prepared, VerifySeeds } from '../../routing/table/verify-options.js';
import { CommandFailure } from '../command-failure.js';

/** What decides which requests a run sends. */
export interface VerificationDetails {
  /** The address of the running service. */
  readonly url: string;
  /** What was locked; null to verify what the service declares. */
  readonly locks: readonly ContractLock[] | null;
  /** What stands in front of every path. */
  readonly base: string;
  readonly seed: number;
  readonly requests: number | 'auto';
  readonly writes: boolean;
  readonly choice: OperationChoice;
}

/** What was promised, and the requests to try it with; plain data. */
export interface Verification {
  readonly locks: readonly ContractLock[];
  readonly facts: PromiseFacts;
  readonly plan: Plan;
  /** What the `before` hook wants sent with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly links: readonly SeedLink[];
  /** The values that no output may show, each with its name. */
  readonly secrets: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly string[];
  /** What each version changed, where versions declare it. */
  readonly changes: readonly VersionChange[];
  /** The differences between two builds that are meant. */
  readonly ignore: readonly IgnoredDifference[];
}

/** What a service knows beside its promise. */
export interface KnownOfService {
  readonly seeds?: VerifySeeds | undefined;
  readonly accepts: Accepts;
  readonly changes?: readonly VersionChange[];
  readonly ignore?: readonly IgnoredDifference[] | undefined;
}

/** Plans a run against contracts. `accepts` asks the schemas of the service, where there is one. */
export async function planVerification(
  locks: readonly ContractLock[],
  facts: PromiseFacts,
  { url, choice, ...options }: Omit<VerificationDetails, 'locks' | 'base'>,
  { seeds = {}, accepts, changes = [], ignore = [] }: KnownOfService,
): Promise<Verification> {
  const { values = {}, headers = {} } = options.writes ? await runBefore(seeds.before, url) : {};
  const api = openPromise(locks, facts);
  const given = { ...seeds.values, ...values } as SeedValues;
  const links = [...(seeds.links ?? []), ...declaredLinks(api.operations)];
  const plan = await planCases(api, { ...options, values: given, links, isChosen: chooses(choice) }, accepts);
  const secrets = secretsOfSeeds(given, secretNames(api));
  const notes = strayNames(api.operations, given, seeds.links ?? []);
  return { locks, facts, plan, headers, links, secrets, notes, changes, ignore };
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
