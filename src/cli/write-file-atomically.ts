import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CommandFailure } from './command-failure.js';

/** Writes a whole file or leaves what was there: a reader never sees half of it. Makes the folder when it is missing; a link goes on leading to its file. */
export function writeFileAtomically(path: string, text: string, name: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    replaceFile(existsSync(path) ? realpathSync(path) : path, text);
  } catch (error) {
    const [reason] = (error as Error).message.split(', ');
    throw new CommandFailure(`${name} cannot be written: ${reason}. Name another place for it.`);
  }
}

function replaceFile(path: string, text: string): void {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}`);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
