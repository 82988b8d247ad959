import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ChangesLock, changesLockName, parseChanges } from '../../contract/lock/changes-lock.js';
import type { DeclaredChanges } from '../../contract/laws/compare-changes.js';
import { listChanges } from '../../contract/laws/list-subjects.js';
import { CommandFailure } from '../command-failure.js';
import type { OpenedService } from '../open-service.js';
import { runGit } from './git.js';
import { pathPrefix } from './locks-in-git.js';

/** The file of the changes in a folder; null without one. */
export function readChanges(folder: string, cwd: string): ChangesLock | null {
  const file = join(folder, changesLockName);
  try {
    return readLock(readFileSync(resolve(cwd, file), 'utf8'), file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error instanceof CommandFailure
      ? error
      : new CommandFailure(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** The file of the changes in a folder at a commit; null without one. */
export async function changesAtCommit(commit: string, folder: string, cwd: string): Promise<ChangesLock | null> {
  const { code, stdout } = await runGit(cwd, [
    'cat-file',
    'blob',
    `${commit}:${pathPrefix(folder, cwd)}${changesLockName}`,
  ]);
  return code === 0 ? readLock(stdout, `${changesLockName} at ${commit.slice(0, 12)}`) : null;
}

function readLock(text: string, source: string): ChangesLock {
  const lock = parseChanges(text);
  if (lock) return lock;
  throw new CommandFailure(`${source} is not a file of changes. Write it again with svc openapi lock.`);
}

/** The versions that a service declares, with their changes; null for one that lists no versions. */
export function declaredChanges({ definition, table }: OpenedService): DeclaredChanges | null {
  const versions = definition.versioning ? definition.versioning.versions : undefined;
  return versions ? { versions, routes: table.routes, listed: listChanges(versions, table.routes) } : null;
}
