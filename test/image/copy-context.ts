import { cpSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Copies a folder as a build context: without what its `.dockerignore` names. */
export function copyContext(from: string, to: string): void {
  const ignored = readFileSync(join(from, '.dockerignore'), 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(toPattern);
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (source) => {
      const path = relative(from, source).split(sep).join('/');
      return path === '' || !ignored.some((pattern) => pattern.test(path));
    },
  });
}

/** A pattern such as a `.dockerignore` has: it names a path from the top, `*` stays in a folder, and a folder has its content. */
function toPattern(line: string): RegExp {
  if (/[!?[\]\\]/.test(line)) throw new Error(`.dockerignore has a pattern that this test does not read: ${line}`);
  const parts = line.split('/').filter((part) => part !== '');
  const source = parts
    .map((part) => (part === '**' ? '(?:[^/]+/)*' : `${part.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}/`))
    .join('');
  return new RegExp(`^${source.replace(/\/$/, '')}(?:/|$)`);
}
