import { relative, resolve, sep } from 'node:path';
import { type ContractLock, versionOfLockName } from '../../contract/lock/contract-lock.js';
import { CommandFailure } from '../command-failure.js';
import { parseContract } from './parse-contract.js';
import { runGit } from './run-git.js';

/** The lock files as a commit has them; none when it has no such folder. The code of that commit never runs. */
export async function locksAtCommit(commit: string, folder: string, cwd: string): Promise<readonly ContractLock[]> {
  const path = pathPrefix(folder, cwd);
  const { code, stdout } = await runGit(cwd, ['ls-tree', '-z', '--name-only', commit, path]);
  if (code !== 0)
    throw new CommandFailure(`${folder} is outside of the git repository. Name a folder in it with --dir.`);
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

/** Relative to the working directory, as git takes it behind a colon too. */
function pathPrefix(folder: string, cwd: string): string {
  const path = relative(cwd, resolve(cwd, folder)).split(sep).join('/');
  return path === '' ? './' : path.startsWith('../') ? `${path}/` : `./${path}/`;
}
