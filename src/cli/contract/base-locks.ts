import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type ContractLock, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { locksAtCommit } from './locks-at-commit.js';
import { runGit } from './run-git.js';

export interface BaseLocks {
  readonly locks: readonly ContractLock[];
  /** Where the commit has them, which is elsewhere when the folder was moved since. */
  readonly folder: string;
}

/** The lock files that a commit has for a folder: in it, or in the one folder of lock files that is not there any more. */
export async function baseLocksOf(commit: string, folder: string, cwd: string): Promise<BaseLocks> {
  const locks = await locksAtCommit(commit, folder, cwd);
  if (locks.length > 0) return { locks, folder };
  const gone = (await listLockFolders(commit, cwd)).filter((path) => !existsSync(resolve(cwd, path)));
  return gone.length === 1
    ? { locks: await locksAtCommit(commit, gone[0]!, cwd), folder: gone[0]! }
    : { locks, folder };
}

/** The folders with lock files anywhere in a commit, relative to the working directory. */
async function listLockFolders(commit: string, cwd: string): Promise<readonly string[]> {
  const { stdout } = await runGit(cwd, [
    'grep',
    '-l',
    '-z',
    '-e',
    '"x-svc-lock"',
    commit,
    '--',
    ':(top,glob)**/v*.json',
    ':(top,glob)**/api.json',
  ]);
  const paths = stdout
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => line.slice(commit.length + 1));
  return [
    ...new Set(
      paths.filter((path) => versionOfLockName(path.split('/').at(-1)!) !== undefined).map((path) => dirname(path)),
    ),
  ];
}
