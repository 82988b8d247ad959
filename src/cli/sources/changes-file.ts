import { join } from 'node:path';
import { type ChangesLock, changesLockName, parseChanges } from '../../laws/lock/changes-lock.js';
import { CommandFailure } from '../command-failure.js';
import { textAtCommit } from './locks-in-git.js';
import { readRegularFile } from './read-regular-file.js';

/** The file of the changes in a folder; null without one. */
export function readChanges(folder: string, cwd: string): ChangesLock | null {
  const file = join(folder, changesLockName);
  const text = readRegularFile(file, cwd);
  return text === null ? null : readLock(text, file);
}

/** The file of the changes in a folder at a commit; null without one. */
export async function changesAtCommit(commit: string, folder: string, cwd: string): Promise<ChangesLock | null> {
  const text = await textAtCommit(commit, folder, changesLockName, cwd);
  return text === null ? null : readLock(text, `${changesLockName} at ${commit.slice(0, 12)}`);
}

function readLock(text: string, source: string): ChangesLock {
  const lock = parseChanges(text);
  if (lock) return lock;
  throw new CommandFailure(`${source} is not a file of changes. Write it again with svc openapi lock.`);
}
