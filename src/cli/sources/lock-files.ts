import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ContractLock, lockName, versionOfFile, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { LockFileError, openLockFiles, parseLockFile } from '../../contract/lock/lock-file.js';
import { evidenceName } from '../../contract/retirement/evidence.js';
import { CommandFailure } from '../command-failure.js';
import { DocumentError } from '../../openapi/load-document-text.js';
import { readRegularFile } from './read-regular-file.js';

/** The lock files of a folder; empty without the folder. */
export function readLocks(folder: string, cwd: string): readonly ContractLock[] {
  return readThose(folder, cwd, (name) => versionOfLockName(name) !== undefined);
}

/** As `readLocks`, with the lock file of what is not released. */
export function readAllLocks(folder: string, cwd: string): readonly ContractLock[] {
  return readThose(folder, cwd, (name) => versionOfFile(name) !== undefined);
}

function readThose(folder: string, cwd: string, isWanted: (name: string) => boolean): readonly ContractLock[] {
  const texts = listNames(folder, cwd)
    .filter(isWanted)
    .map((name) => [name, readRegularFile(join(folder, name), cwd)!] as const);
  return openLocks(texts, (name) => join(folder, name));
}

/** The locks that texts hold, by the names of their files; `sourceOf` names a file in messages. */
export function openLocks(
  texts: readonly (readonly [name: string, text: string])[],
  sourceOf: (name: string) => string,
): readonly ContractLock[] {
  return readingLocks(() => {
    const files = texts.map(([name, text]) => parseLockFile(text, versionOfFile(name)!, sourceOf(name)));
    return openLockFiles(files, (version) => sourceOf(lockName(version)));
  });
}

/** Throws CommandFailure where a lock file cannot be read. */
export function readingLocks<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof DocumentError || error instanceof LockFileError ? new CommandFailure(error.message) : error;
  }
}

/** The evidence of retired versions beside the lock files, by version. */
export function readEvidence(folder: string, cwd: string): ReadonlyMap<string, string> {
  const retired = join(folder, dirname(evidenceName('')));
  return new Map(
    listNames(retired, cwd).flatMap((name) => {
      const version = /^(.+)\.json$/.exec(name)?.[1];
      const text = version === undefined ? null : readRegularFile(join(retired, name), cwd);
      return version === undefined || text === null ? [] : [[version, text] as const];
    }),
  );
}

/** The names of the files in a folder; none without it. Throws CommandFailure for a symbolic link. */
export function listNames(folder: string, cwd: string): readonly string[] {
  const path = resolve(cwd, folder);
  try {
    if (lstatSync(path).isSymbolicLink())
      throw new CommandFailure(
        `${folder} is a symbolic link. Name the folder that it points to, or replace it with a folder.`,
      );
    return readdirSync(path).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
