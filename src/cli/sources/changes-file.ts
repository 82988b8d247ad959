import { join } from 'node:path';
import { type ChangesLock, changesLockName, parseChanges } from '../../laws/lock/changes-lock.js';
import { CommandFailure } from '../command-failure.js';
import { readRegularFile } from './read-regular-file.js';

/** The file of the changes in a folder; null without one. */
export function readChanges(folder: string, cwd: string): ChangesLock | null {
  const file = join(folder, changesLockName);
  const text = readRegularFile(file, cwd);
  return text === null ? null : parseChangesFile(text, file);
}

/** What the text of such a file holds; throws for any other text, naming `source`. */
export function parseChangesFile(text: string, source: string): ChangesLock {
  const lock = parseChanges(text);
  if (lock) return lock;
  throw new CommandFailure(`${source} is not a file of changes. Write it again with svc openapi lock.`);
}
