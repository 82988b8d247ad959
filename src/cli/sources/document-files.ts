import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseText } from '../../openapi/load-document-text.js';
import { type ReadFile, UnreadableFile } from '../../openapi/references/source-file.js';
import { runGit } from './git.js';

/** A place that documents and the files they refer to are read from. */
export interface DocumentFiles {
  /** Where a document is, by its path. */
  readonly locate: (path: string) => URL;
  readonly read: ReadFile;
}

/** The files around a document: those of its repository, or below the working directory or its own folder outside one. */
export function filesOnDisk(document: string, cwd: string): DocumentFiles {
  const home = dirname(resolve(cwd, document));
  const root = realpathSync(findRepository(home) ?? (isInside(home, cwd) ? cwd : home));
  return {
    locate: (path) => pathToFileURL(resolve(cwd, path)),
    read: async (location) => {
      const path = fileURLToPath(location);
      const name = relative(cwd, path);
      if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UnreadableFile(explainMissing(path, name));
      if (!isInside(realpathSync(path), root))
        throw new UnreadableFile(`${name} is outside ${relative(cwd, root) || 'the working directory'}`);
      return open(readFileSync(path, 'utf8'), name);
    },
  };
}

/** The files of a commit. Paths start at the top of the repository, or with `.//` at the working directory. */
export async function filesAtCommit(commit: string, ref: string, cwd: string): Promise<DocumentFiles> {
  const top = (await runGit(cwd, ['rev-parse', '--show-toplevel'])).stdout.trimEnd();
  const here = realpathSync(cwd);
  return {
    locate: (path) => pathToFileURL(/^\.{1,2}\//.test(path) ? resolve(here, path) : join(top, path)),
    read: async (location) => {
      const path = fileURLToPath(location);
      const name = relative(here, path);
      if (!isInside(path, top)) throw new UnreadableFile(`${name} is outside the repository`);
      const inside = relative(top, path).split(sep).join('/');
      const { stdout: entry } = await runGit(top, ['ls-tree', '-z', commit, '--', inside]);
      const [mode = '', kind] = entry.split(' ');
      if (mode === '120000')
        throw new UnreadableFile(`${name} is a symbolic link at ${ref}. Name the file that it leads to`);
      if (kind !== 'blob')
        throw new UnreadableFile(`${name} ${kind === 'tree' ? 'is a folder' : 'does not exist'} at ${ref}`);
      return open((await runGit(top, ['cat-file', 'blob', `${commit}:${inside}`])).stdout, name);
    },
  };
}

function open(text: string, name: string) {
  return { name, text, value: parseText(text, name) };
}

function explainMissing(path: string, name: string): string {
  return `${name} ${existsSync(path) ? 'is a folder' : 'does not exist'}`;
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`);
}

/** The top of the repository around a folder; null outside one. */
function findRepository(folder: string): string | null {
  for (let current = folder; ; current = dirname(current)) {
    if (existsSync(join(current, '.git'))) return current;
    if (current === dirname(current)) return null;
  }
}
