import { join, relative, resolve, sep } from 'node:path';
import { realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type DocumentFiles, isInside } from '../../openapi/references/files-on-disk.js';
import { parseText } from '../../openapi/load-document-text.js';
import { UnreadableFile } from '../../openapi/references/source-file.js';
import { runGit } from './git.js';

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
      const text = (await runGit(top, ['cat-file', 'blob', `${commit}:${inside}`])).stdout;
      return { name, text, value: parseText(text, name) };
    },
  };
}
