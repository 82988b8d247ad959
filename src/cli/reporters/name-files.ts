import { existsSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import type { Io } from '../io.js';

interface Placed {
  readonly file: string | null;
}

/** Formats whose readers look for files from the top of the repository. */
const formatsOfHosts: ReadonlySet<string> = new Set(['github', 'sarif']);

/** Names files as the readers of a format look for them: from the top of the repository, or from the working directory as the commands do. */
export function fileNamer(format: string, { cwd, env }: Pick<Io, 'cwd' | 'env'>): <T extends Placed>(placed: T) => T {
  const top = formatsOfHosts.has(format) ? (findTop(cwd) ?? env.GITHUB_WORKSPACE) : undefined;
  if (!top) return (placed) => placed;
  return (placed) =>
    placed.file === null ? placed : { ...placed, file: nameFrom(top, resolve(cwd, placed.file)) ?? placed.file };
}

/** null for what lies outside. */
function nameFrom(top: string, file: string): string | null {
  const path = relative(top, file);
  return path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path) ? null : path.split(sep).join('/');
}

/** `.git` is a folder, or a file in a worktree. */
function findTop(folder: string): string | null {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? null : findTop(parent);
}
