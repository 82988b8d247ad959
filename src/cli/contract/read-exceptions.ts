import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ExceptionReading, parseExceptions } from '../../contract/exceptions/parse-exceptions.js';
import { CommandFailure } from '../command-failure.js';

/** The exceptions beside the lock files, and the file that they stand in; none when there is no such file. */
export function readExceptions(folder: string, cwd: string): ExceptionReading & { readonly file: string } {
  const file = join(folder, 'exceptions.yaml');
  try {
    return { file, ...parseExceptions(readFileSync(resolve(cwd, file), 'utf8')) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { file, exceptions: [], problems: [] };
    throw new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}
