import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileKeyFault } from './file-key.js';
import { isSystemError } from './is-system-error.js';

/** Keys of the regular files under a folder that begin with a prefix, in the order of their UTF-8 bytes, one folder in memory at a time. */
export async function* walkFiles(folder: string, prefix: string, parent = ''): AsyncGenerator<string> {
  for (const entry of await sortedEntries(join(folder, parent))) {
    const key = parent + entry.name;
    if (entry.isDirectory()) {
      const below = `${key}/`;
      if (below.startsWith(prefix) || prefix.startsWith(below)) yield* walkFiles(folder, prefix, below);
    } else if (entry.isFile() && key.startsWith(prefix) && fileKeyFault(key) === null) {
      yield key;
    }
  }
}

/** A folder sorts as its name with a slash, so that walking depth first is the order of whole keys. */
const sortKey = (entry: Dirent) => Buffer.from(entry.isDirectory() ? `${entry.name}/` : entry.name);

async function sortedEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .map((entry) => ({ entry, sortKey: sortKey(entry) }))
      .toSorted((one, other) => Buffer.compare(one.sortKey, other.sortKey))
      .map(({ entry }) => entry);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
