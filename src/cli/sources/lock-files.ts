import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type ContractLock, nextLockName, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { evidenceName } from '../../contract/retirement/evidence.js';
import { NEXT } from '../../text/version-order.js';
import { CommandFailure } from '../command-failure.js';
import type { JsonObject } from '../../json/json.js';
import { DocumentError, loadDocumentText } from '../../openapi/load-document-text.js';
import { readRegularFile } from './read-regular-file.js';

/** The lock files of a folder; empty without the folder. */
export function readLocks(folder: string, cwd: string): readonly ContractLock[] {
  return listNames(folder, cwd).flatMap((name) => {
    const [version, file] = [versionOfLockName(name), join(folder, name)];
    const text = version === undefined ? null : readRegularFile(file, cwd);
    return version === undefined || text === null ? [] : [{ version, document: parseContract(text, file) }];
  });
}

/** The lock file of what is not released; null without it. */
export function readNextLock(folder: string, cwd: string): ContractLock | null {
  const file = join(folder, nextLockName);
  const text = readRegularFile(file, cwd);
  return text === null ? null : { version: NEXT, document: parseContract(text, file) };
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

function listNames(folder: string, cwd: string): readonly string[] {
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

/** Parses an OpenAPI document; throws with a message that names `source` and the fix. */
export function parseContract(text: string, source: string): JsonObject {
  if (/^<{7} /m.test(text))
    throw new CommandFailure(`${source} has merge conflict markers. Write it again with svc openapi lock.`);
  try {
    return loadDocumentText(text, source);
  } catch (error) {
    throw error instanceof DocumentError ? new CommandFailure(error.message) : error;
  }
}
