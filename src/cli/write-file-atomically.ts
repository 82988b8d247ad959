import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandFailure } from './command-failure.js';

/**
 * Writes a file completely or not at all, so that a reader never sees half of it. Creates its folder; a symbolic link keeps pointing to its
 * file. A FIFO or a device is written to, and never replaced.
 */
export function writeFileAtomically(path: string, text: string | Buffer, name: string): void {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found && !found.isFile() && !found.isDirectory()) {
      writeFileSync(path, text, { flag: 'a' });
      return;
    }
    makeFolder(dirname(path));
    replaceFile(found ? realpathSync(path) : path, text);
  } catch (error) {
    const [reason] = (error as Error).message.split(', ');
    throw new CommandFailure(`${name} cannot be written: ${reason}. Choose another path.`);
  }
}

/** Creates the missing folders one by one: in /proc, Node's recursive mkdir never returns. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

function replaceFile(path: string, text: string | Buffer): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
