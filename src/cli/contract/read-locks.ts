import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ContractLock, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { CommandFailure } from '../command-failure.js';
import type { JsonObject } from '../../json/json.js';
import { DocumentError, loadDocumentText } from '../../contract/diff/load-document-text.js';

/** The lock files of a folder; empty without the folder. */
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
