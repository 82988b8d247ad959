import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { draftName } from './drafts.js';
import { isSystemError } from './is-system-error.js';

const attempts = 100;

/**
 * Writes a file atomically: temporary file, fsync, rename, fsync of the folder.
 * Creates missing folders. The temporary folder must be on the same file system.
 */
export async function writeAtomically(path: string, bytes: Uint8Array, temporaryFolder: string): Promise<void> {
  const temporary = join(temporaryFolder, draftName());
  try {
    await writeDurably(temporary, bytes);
    const created = await moveInto(temporary, path);
    await syncFolders(dirname(path), created === undefined ? dirname(path) : dirname(created));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Makes a change to a folder's entries survive a power failure, where the operating system supports it. */
export async function syncFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    // Windows cannot open folders, and a folder removed since has nothing to sync.
    if (!isSystemError(error, 'EPERM', 'EISDIR', 'EACCES', 'EINVAL', 'ENOENT', 'ENOTDIR')) throw error;
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Returns the first folder that had to be created; retries when a deletion removes the folder in between. */
async function moveInto(temporary: string, path: string): Promise<string | undefined> {
  let created: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      created = (await mkdir(dirname(path), { recursive: true })) ?? created;
      await rename(temporary, path);
      return created;
    } catch (error) {
      if (attempt === attempts || !isSystemError(error, 'ENOENT')) throw error;
    }
  }
}

async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = dirname(folder)) {
    await syncFolder(folder);
    if (folder === upTo || folder === dirname(folder)) return;
  }
}
