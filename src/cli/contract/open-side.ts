import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { textAt } from '../../json/json.js';
import { operationLocator } from '../../contract/compare/locate-operations.js';
import { nearestNames } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { unknownApiVersion } from '../operation-filters.js';
import { versionsOf } from '../../routing/versioning/versions.js';
import type { OpenedService } from '../open-service.js';
import { findCommit } from './git.js';
import { locksAtCommit } from './locks-in-git.js';
import { parseContract, readLocks } from './read-locks.js';
import type { Source } from '../../report/problem.js';
import type { OperationIdentity } from '../../contract/diff/finding.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';

interface SideOptions {
  /** Opens the service that declares `v<version>`. */
  readonly open: () => Promise<OpenedService>;
  readonly dir: string;
}

/** Opens one side: the file of a document, a folder of lock files, `git:<ref>`, or `v<version>` of the service. */
export async function openSide(name: string, options: SideOptions, io: Io): Promise<ContractSide> {
  if (name.startsWith('git:')) return atRef(name, options, io);
  const found = statSync(resolve(io.cwd, name), { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(name, io);
  if (found) return inFile(name, io);
  const version = /^v([\w.~-]+)$/.exec(name)?.[1];
  if (version !== undefined && !/\.(?:json|ya?ml)$/i.test(name)) return ofService(name, version, options);
  const [near] = nearestNames(name.split(':')[0]!, ['git']);
  throw usageError(
    `File ${name} not found.${near && name.includes(':') ? ` Did you mean git:${name.split(':')[1]}?` : ''} Compare files, folders of lock files, git:<ref> or v<version>.`,
  );
}

async function atRef(name: string, { dir }: SideOptions, { cwd }: Io): Promise<ContractSide> {
  const ref = name.slice('git:'.length);
  const locks = await locksAtCommit(await findCommit(ref, cwd), dir, cwd);
  if (locks.length === 0)
    throw usageError(
      `${ref} has no lock files in ${dir}/. Write them with svc openapi lock and commit them, or set --dir to their folder.`,
    );
  return { name, locks, api: locks, isSingle: false };
}

function inFolder(name: string, { cwd }: Io): ContractSide {
  const locks = readLocks(name, cwd);
  if (locks.length === 0)
    throw usageError(`${name} has no lock files. Write them with svc openapi lock --dir ${name}, or name a file.`);
  return { name, locks, api: locks, isSingle: false };
}

function inFile(name: string, { cwd }: Io): ContractSide {
  const document = parseContract(readFileSync(resolve(cwd, name), 'utf8'), name);
  const locks = [{ version: textAt(document['x-svc-api-version']), document }];
  return { name, locks, api: locks, isSingle: true };
}

async function ofService(name: string, version: string, { open }: SideOptions): Promise<ContractSide> {
  const service = await open();
  const versions = versionsOf(service.table.routes);
  if (!versions.includes(version)) throw unknownApiVersion(version, versions);
  const locks = await service.locks();
  return {
    name,
    isSingle: true,
    api: locks,
    locks: locks.filter((lock) => lock.version === version),
    locate: operationLocator(service.table.routes, service.sourceOf()),
  };
}

/** One side of a comparison. */
export interface ContractSide {
  /** As typed. */
  readonly name: string;
  readonly locks: readonly ContractLock[];
  /** The locks of every version that it knows of this API. */
  readonly api: readonly ContractLock[];
  /** One document, compared with one document of the other side. */
  readonly isSingle: boolean;
  readonly locate?: (operation: OperationIdentity) => Source | null;
}
