import { existsSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { type ContractLock, versionOfFile, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { NEXT } from '../../text/version-order.js';
import { CommandFailure } from '../command-failure.js';
import { openLocks } from './lock-files.js';
import { readBlobs, runGit } from './git.js';

/** A folder of lock files at a commit. The code of that commit never runs. */
export interface FolderAtCommit {
  /** Relative to the working directory. */
  readonly folder: string;
  /** Those of the released versions. */
  readonly locks: readonly ContractLock[];
  /** The lock of what was not released; null without it. */
  readonly next: () => ContractLock | null;
  /** The text of a file; null without it. */
  readonly textOf: (name: string) => string | null;
}

/** What a folder has at a commit; nothing without the folder. `others` are files beside the lock files whose texts are wanted. */
async function folderAtCommit(
  commit: string,
  folder: string,
  cwd: string,
  others: readonly string[],
): Promise<FolderAtCommit> {
  const { code, stdout } = await runGit(cwd, ['ls-tree', '-z', commit, pathPrefix(folder, cwd)]);
  if (code !== 0) throw new CommandFailure(`${folder} is outside the git repository. Set --dir to a folder inside it.`);
  const entries = stdout
    .split('\0')
    .filter((line) => line !== '')
    .map((line) => /^\d+ \w+ (\w+)\t(?:.*\/)?(.*)$/s.exec(line)!)
    .map(([, object = '', name = '']) => ({ name, object }))
    .filter(({ name }) => versionOfFile(name) !== undefined || others.includes(name));
  const blobs = await readBlobs(
    entries.map(({ object }) => object),
    cwd,
  );
  const texts = entries.map(({ name }, index) => [name, blobs[index]!] as const);
  const sourceOf = (name: string) => `${name} at ${commit.slice(0, 12)}`;
  const open = (isWanted: (name: string) => boolean) =>
    openLocks(
      texts.filter(([name]) => isWanted(name)),
      sourceOf,
    );
  return {
    folder,
    locks: open((name) => versionOfLockName(name) !== undefined),
    next: () => open((name) => versionOfFile(name) !== undefined).find(({ version }) => version === NEXT) ?? null,
    textOf: (wanted) => texts.find(([name]) => name === wanted)?.[1] ?? null,
  };
}

/** The lock files of the released versions in a folder at a commit; empty without the folder. */
export async function locksAtCommit(commit: string, folder: string, cwd: string): Promise<readonly ContractLock[]> {
  return (await folderAtCommit(commit, folder, cwd, [])).locks;
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

/** As `folderAtCommit`; if the folder had no lock files, the only one with lock files that no longer exists. */
export async function baseFolderOf(
  commit: string,
  folder: string,
  cwd: string,
  others: readonly string[] = [],
): Promise<FolderAtCommit> {
  const found = await folderAtCommit(commit, folder, cwd, others);
  if (found.locks.length > 0) return found;
  const gone = (await listLockFolders(commit, cwd)).filter((path) => !existsSync(resolve(cwd, path)));
  return gone.length === 1 ? folderAtCommit(commit, gone[0]!, cwd, others) : found;
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
