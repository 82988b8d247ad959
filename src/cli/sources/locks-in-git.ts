import { dirname, relative, resolve, sep } from 'node:path';
import { type ContractLock, nextLockName, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { NEXT } from '../../text/version-order.js';
import { CommandFailure } from '../command-failure.js';
import { parseContract } from './lock-files.js';
import { runGit } from './git.js';
import { existsSync } from 'node:fs';

/** The lock files of a folder at a commit; empty without the folder. The code of that commit never runs. */
export async function locksAtCommit(commit: string, folder: string, cwd: string): Promise<readonly ContractLock[]> {
  const path = pathPrefix(folder, cwd);
  const { code, stdout } = await runGit(cwd, ['ls-tree', '-z', '--name-only', commit, path]);
  if (code !== 0) throw new CommandFailure(`${folder} is outside the git repository. Set --dir to a folder inside it.`);
  const names = stdout
    .split('\0')
    .filter((name) => name !== '')
    .map((name) => name.split('/').at(-1)!);
  const locks = names.map(async (name): Promise<readonly ContractLock[]> => {
    const version = versionOfLockName(name);
    if (version === undefined) return [];
    const file = await runGit(cwd, ['cat-file', 'blob', `${commit}:${path}${name}`]);
    return [{ version, document: parseContract(file.stdout, `${name} at ${commit.slice(0, 12)}`) }];
  });
  return (await Promise.all(locks)).flat();
}

/** The lock file of what was not released at a commit; null without it. */
export async function nextLockAtCommit(commit: string, folder: string, cwd: string): Promise<ContractLock | null> {
  const text = await textAtCommit(commit, folder, nextLockName, cwd);
  if (text === null) return null;
  return { version: NEXT, document: parseContract(text, `${nextLockName} at ${commit.slice(0, 12)}`) };
}

/** A file of a folder at a commit; null without it. */
export async function textAtCommit(commit: string, folder: string, name: string, cwd: string): Promise<string | null> {
  const { code, stdout } = await runGit(cwd, ['cat-file', 'blob', `${commit}:${pathPrefix(folder, cwd)}${name}`]);
  return code === 0 ? stdout : null;
}

/** Relative to the working directory, in the form that git accepts after a colon. */
function pathPrefix(folder: string, cwd: string): string {
  const path = relative(cwd, resolve(cwd, folder)).split(sep).join('/');
  return path === '' ? './/' : path.startsWith('../') ? `${path}/` : `./${path}/`;
}

export interface BaseLocks {
  readonly locks: readonly ContractLock[];
  /** Their folder at that commit, another one if the folder was moved since. */
  readonly folder: string;
}

/** The lock files of a folder at a commit; if it had none, those of the only lock folder that no longer exists. */
export async function baseLocksOf(commit: string, folder: string, cwd: string): Promise<BaseLocks> {
  const locks = await locksAtCommit(commit, folder, cwd);
  if (locks.length > 0) return { locks, folder };
  const gone = (await listLockFolders(commit, cwd)).filter((path) => !existsSync(resolve(cwd, path)));
  return gone.length === 1
    ? { locks: await locksAtCommit(commit, gone[0]!, cwd), folder: gone[0]! }
    : { locks, folder };
}

/** All folders with lock files at a commit, relative to the working directory. */
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
