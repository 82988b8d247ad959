import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { assertFileKey } from './file-key.js';
import { FileStoreError } from './file-store-error.js';
import { isSystemError } from './is-system-error.js';

/** The path of a key under a folder. Throws a `FileStoreError` (`invalid-key`) when the key or a symbolic link in its path would leave the folder. */
export async function resolveInside(folder: string, key: string): Promise<string> {
  assertFileKey(key);
  let path = folder;
  for (const segment of key.split('/')) {
    path = join(path, segment);
    if (await isSymbolicLink(path)) {
      throw new FileStoreError('invalid-key', `The key ${JSON.stringify(key)} must not pass through a symbolic link.`);
    }
  }
  return path;
}

async function isSymbolicLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return false;
    throw error;
  }
}
