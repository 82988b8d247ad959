import { type Stats, lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandFailure } from '../command-failure.js';

/**
 * The text of a file that is part of a promise; null without one. Refuses links, pipes and folders: what they hold is not what a reviewer of
 * the change sees.
 */
export function readRegularFile(file: string, cwd: string): string | null {
  const path = resolve(cwd, file);
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (!found) return null;
    if (!found.isFile()) throw new CommandFailure(`${file} is ${kindOf(found)}. Replace it with a regular file.`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link';
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() ? 'a pipe' : 'no regular file';
}
