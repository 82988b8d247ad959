import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { nearestNames } from '../../text/nearest-name.js';
import { configIn, configNames } from './find-config.js';
import { LoadError } from './load-error.js';

const extensions = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.yaml', '.yml'];

/** The absolute path of the export file that is named; a folder stands for its svc.config. Throws a LoadError when it is not there. */
export function findEntry(entry: string, cwd: string): string {
  if (entry === '') return refuse('The entry is empty.', `Name an export file, such as ${configNames[0]}, or omit it.`);
  const path = resolve(cwd, entry);
  const kind = kindOf(path);
  if (kind === 'folder') {
    return configIn(path) ?? refuse(`The folder ${entry} has no ${configNames[0]}.`, 'Name the export file itself.');
  }
  if (kind === null) return refuse(`File ${entry} not found.`, suggest(path, entry));
  if (!extensions.includes(extname(path))) {
    return refuse(
      `${entry} is not an export file.`,
      `Name a TypeScript or JavaScript module, or a YAML file that names documents: ${extensions.join(', ')}.`,
    );
  }
  return path;
}

function kindOf(path: string): 'file' | 'folder' | null {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  return found.isDirectory() ? 'folder' : 'file';
}

function suggest(path: string, entry: string): string {
  const folder = dirname(path);
  if (kindOf(folder) !== 'folder') return `The folder ${dirname(entry)} does not exist either.`;
  const near = nearestNames(
    basename(path),
    readdirSync(folder).filter((name) => extensions.includes(extname(name))),
  );
  return near.length > 0
    ? `Did you mean ${near.map((name) => JSON.stringify(join(dirname(entry), name))).join(' or ')}?`
    : 'Name an export file, such as svc.config.ts.';
}

function refuse(message: string, fix: string): never {
  throw new LoadError(message, fix);
}
