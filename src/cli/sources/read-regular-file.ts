import { type Stats, lstatSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { CommandFailure } from '../command-failure.js';

/**
 * The text of a file that is part of a promise; null without one. Refuses links, pipes and folders: what they hold is not what a reviewer of
 * the change sees.
 */
export function readRegularFile(file: string, cwd: string): string | null {
  if (!isRegularFile(file, cwd)) return null;
  try {
    return readFileSync(resolve(cwd, file), 'utf8');
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** Whether the file exists. Throws if it is a link, a pipe or a folder. */
export function isRegularFile(file: string, cwd: string): boolean {
  const found = statLink(file, cwd);
  if (!found || found.isFile()) return found !== undefined;
  throw new CommandFailure(`${file} is ${kindOf(found)}. Replace it with a regular file.`);
}

function statLink(file: string, cwd: string): Stats | undefined {
  try {
    return lstatSync(resolve(cwd, file), { throwIfNoEntry: false });
  } catch (error) {
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function kindOf(found: Stats): string {
  if (found.isSymbolicLink()) return 'a symbolic link';
  if (found.isDirectory()) return 'a folder';
  return found.isFIFO() ? 'a pipe' : 'no regular file';
}
