import { readdirSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import picomatch from 'picomatch';
import { runGit } from './git.js';

/** Whether a name has characters that stand for several names. */
export const isGlob = (name: string): boolean => picomatch.scan(name).isGlob;

/** The files that a glob matches, in order; files of packages and hidden ones only where it names them. */
export function listMatches(glob: string, cwd: string): readonly string[] {
  const { base } = picomatch.scan(glob);
  const matches = picomatch(glob.replace(/^\.\//, ''));
  const walk = (folder: string): readonly string[] =>
    readdirSync(resolve(cwd, folder), { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : walk(path);
      return matches(path.split(sep).join('/')) ? [path.split(sep).join('/')] : [];
    });
  try {
    return walk(base === '' ? '.' : base).toSorted();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return [];
    throw error;
  }
}

/** The files of a commit that a glob matches; it starts at the top of the repository, or with `./` at the working directory. */
export async function listMatchesAtCommit(glob: string, commit: string, cwd: string): Promise<readonly string[]> {
  const { stdout: top } = await runGit(cwd, ['rev-parse', '--show-toplevel']);
  const fromTop = /^\.{1,2}\//.test(glob) ? relative(top.trimEnd(), resolve(cwd, glob)).split(sep).join('/') : glob;
  const { stdout } = await runGit(top.trimEnd(), ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
  const matches = picomatch(fromTop);
  return stdout
    .split('\0')
    .filter((file) => matches(file))
    .toSorted();
}
