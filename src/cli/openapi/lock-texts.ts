import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type ContractLock,
  lockName,
  nextLockName,
  serialiseLock,
  versionOfLockName,
} from '../../contract/lock/contract-lock.js';
import { type ChangesLock, changesLockName, serialiseChanges } from '../../laws/lock/changes-lock.js';

/** What the lock files of an API hold. */
export interface LockedContracts {
  readonly locks: readonly ContractLock[];
  /** What is not released; null where nothing is. */
  readonly next: ContractLock | null;
  readonly changes: ChangesLock | null;
}

export const listed = (next: ContractLock | null) => (next ? [next] : []);

/** The text of each lock file, by its name. */
export function lockTexts({ locks, next, changes }: LockedContracts): ReadonlyMap<string, string> {
  const texts = new Map([...locks, ...listed(next)].map((lock) => [lockName(lock.version), serialiseLock(lock)]));
  return changes === null ? texts : texts.set(changesLockName, serialiseChanges(changes));
}

const isLock = (name: string) =>
  [changesLockName, nextLockName].includes(name) || versionOfLockName(name) !== undefined;

/** The names of the lock files in a folder. */
export const locksIn = (folder: string, cwd: string): readonly string[] =>
  readdirSync(resolve(cwd, folder)).filter(isLock).sort();
