import { execFile } from 'node:child_process';
import { statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { makeTemporaryFolder } from '../../service/src/testing/temporary-database.js';

const run = promisify(execFile);

/** A disk of some megabytes for one test; null where this user may not mount one. */
export async function mountSmallDisk({ megabytes = 4 } = {}): Promise<string | null> {
  const folder = await makeTemporaryFolder();
  onTestFinished(() => folder.remove());
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder.path]);
  } catch {
    return null;
  }
  onTestFinished(async () => void (await run('umount', ['-l', folder.path])));
  return folder.path;
}

/** Uses all space, and returns the file to remove. */
export async function fillDisk(folder: string): Promise<string> {
  const path = join(folder, 'filler');
  const { bavail, bsize } = await statfs(folder);
  await writeFile(path, new Uint8Array(bavail * bsize));
  return path;
}
