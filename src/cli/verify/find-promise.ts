import { listAt } from '../../json/json.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { chooses, type OperationChoice } from '../../verify/choose-operations.js';
import { openPromise, type PromisedApi, type PromisedOperation } from '../../verify/promised-api.js';
import { isNamed } from '../../verify/seeds.js';
import { findConfig } from '../../export/index.js';
import { unknownName } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import { readLocks } from '../sources/lock-files.js';
import type { Io } from '../io.js';
import { contractsFolder, type ServiceChoice } from '../sources/open-service.js';
import { unknownApiVersion, unknownTag } from '../operation-filters.js';
import { askService } from '../questions/ask-service.js';
import { planVerification, type Verification, type VerificationDetails } from './plan-verification.js';

/** What a run checks a service against. */
export interface FoundPromise extends Verification {
  readonly api: PromisedApi;
  readonly isChosen: (operation: PromisedOperation) => boolean;
}

/** Finds what was promised: the lock files where there are any, else the declaration or the documents. */
export async function findPromise(
  choice: ServiceChoice,
  { dir, ...details }: Omit<VerificationDetails, 'locks'> & { readonly dir: string | undefined },
  io: Io,
): Promise<FoundPromise> {
  const { folder, locks } = await findLocks(dir, choice, io);
  const verification = isAlone(choice, locks, io)
    ? await planAlone(locks, folder, details)
    : await askService('verification', choice, { ...details, locks: locks.length > 0 ? locks : null }, io);
  const api = openPromise(verification.locks, verification.facts);
  refuseUnknown(api, details.choice);
  return { ...verification, api, isChosen: chooses(details.choice) };
}

/** Whether lock files stand for an API whose configuration is elsewhere. */
function isAlone({ entry, demo, document }: ServiceChoice, locks: readonly ContractLock[], { cwd }: Io): boolean {
  return locks.length > 0 && entry === undefined && !demo && !document && findConfig(cwd) === null;
}

async function planAlone(
  locks: readonly ContractLock[],
  folder: string,
  { base, ...details }: Omit<VerificationDetails, 'locks'>,
): Promise<Verification> {
  const facts = { base, isService: false, applications: {} };
  const plan = await planVerification(locks, facts, details, { accepts: async () => null });
  const note = `Compared with the lock files in ${folder} alone: there is no svc.config here, so no seeds and no schemas of a service.`;
  return { ...plan, notes: [note, ...plan.notes] };
}

/** The locks of the service that is named: in the folder that is named, else beside its export file. */
async function findLocks(dir: string | undefined, service: ServiceChoice, io: Io) {
  if (dir === undefined && (service.demo || service.document)) return { folder: '', locks: [] };
  const folder = await contractsFolder(dir, service, io);
  const locks = readLocks(folder, io.cwd);
  if (dir !== undefined && locks.length === 0)
    throw usageError(`${dir} has no lock files. Write them with svc openapi lock, or omit --dir.`);
  return { folder, locks };
}

/** Throws for a version, an operation or a tag that nothing promises. */
function refuseUnknown(api: PromisedApi, { operations, tags, apiVersion }: OperationChoice): void {
  const versions = api.versions.flatMap(({ version }) => version ?? []);
  if (apiVersion !== undefined && !versions.includes(apiVersion)) throw unknownApiVersion(apiVersion, versions);
  const names = [...new Set(api.operations.flatMap((one) => [one.operationId ?? one.name, one.name]))];
  for (const name of operations ?? [])
    if (!api.operations.some((one) => isNamed(one, name)))
      throw usageError(`--operation: ${unknownName('operation', name, names)}`);
  const known = [...new Set(api.operations.flatMap(({ node }) => listAt(node['tags']).map(String)))];
  for (const tag of tags ?? []) if (!known.includes(tag)) throw unknownTag(tag, known);
}
