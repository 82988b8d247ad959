import { join } from 'node:path';
import type { WrittenDocument } from '../../contract/documents/document-places.js';
import { type ContractLock, lockName } from '../../contract/lock/contract-lock.js';
import { readRegularFile } from './read-regular-file.js';

/** Lock files as documents that their lines are places in, for what no other file of the repository says. */
export function lockDocuments(locks: readonly ContractLock[], folder: string, cwd: string): readonly WrittenDocument[] {
  return locks.flatMap(({ version, document }) => {
    const name = join(folder, lockName(version));
    const text = readRegularFile(name, cwd);
    return text === null ? [] : { version, bundle: { document, files: [{ name, text, home: [] }] }, printedBy: null };
  });
}
