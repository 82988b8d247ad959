import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ContractLock, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { CommandFailure } from '../command-failure.js';
import { parseContract } from './parse-contract.js';

/** The lock files of a folder; none when there is no such folder. */
export function readLocks(folder: string, cwd: string): readonly ContractLock[] {
  return listNames(resolve(cwd, folder)).flatMap((name) => {
    const version = versionOfLockName(name);
    return version === undefined
      ? []
      : [{ version, document: parseContract(readText(join(folder, name), cwd), join(folder, name)) }];
  });
}

function readText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function listNames(path: string): readonly string[] {
  try {
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
