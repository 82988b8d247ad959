import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { nearestNames } from '../../text/nearest-name.js';
import { LoadError } from './load-error.js';

const defaultNames = ['svc.config.ts', 'svc.config.mts', 'svc.config.js', 'svc.config.mjs'];
const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs'];

/**
 * The absolute path of the export file to load: the one named (a folder stands for its svc.config), else svc.config in `cwd`,
 * else null for the bundled service. Throws a LoadError when what is named is not there.
 */
export function findEntry(entry: string | undefined, cwd: string): string | null {
  if (entry === undefined) return findIn(cwd);
  if (entry === '')
    return refuse('The entry is empty.', `Name an export file, such as ${defaultNames[0]}, or leave it out.`);
  const path = resolve(cwd, entry);
  const kind = kindOf(path);
  if (kind === 'folder')
    return findIn(path) ?? refuse(`${entry} is a folder without ${defaultNames[0]}.`, 'Name the export file itself.');
  if (kind === null) return refuse(`There is no file ${entry}.`, suggest(path, entry));
  if (!extensions.includes(extname(path))) {
    return refuse(`${entry} is no export file.`, `Name a TypeScript or JavaScript module: ${extensions.join(', ')}.`);
  }
  return path;
}

function findIn(folder: string): string | null {
  return defaultNames.map((name) => join(folder, name)).find((path) => kindOf(path) === 'file') ?? null;
}

function kindOf(path: string): 'file' | 'folder' | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  return found.isDirectory() ? 'folder' : 'file';
}

function suggest(path: string, entry: string): string {
  const folder = dirname(path);
  if (kindOf(folder) !== 'folder') return `There is no folder ${dirname(entry)} either.`;
  const near = nearestNames(
    basename(path),
    readdirSync(folder).filter((name) => extensions.includes(extname(name))),
  );
  return near.length > 0
    ? `Did you mean ${near.map((name) => join(dirname(entry), name)).join(' or ')}?`
    : 'Name an export file, such as svc.config.ts.';
}

function refuse(message: string, fix: string): never {
  throw new LoadError(message, fix);
}
