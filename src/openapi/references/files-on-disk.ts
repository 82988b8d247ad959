import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseText } from '../load-document-text.js';
import { type ReadFile, type SourceFile, UnreadableFile } from './source-file.js';

/** A place that documents and the files they refer to are read from. */
export interface DocumentFiles {
  /** Where a document is, by its path. */
  readonly locate: (path: string) => URL;
  readonly read: ReadFile;
}

/** Files that can be read at once, too. Throws UnreadableFile. */
export interface FilesOnDisk extends DocumentFiles {
  readonly readNow: (location: URL) => SourceFile;
}

/** The files around a document: those of its repository, or below the working directory or its own folder outside one. */
export function filesOnDisk(document: string, cwd: string): FilesOnDisk {
  const home = dirname(resolve(cwd, document));
  const top = findRepository(home) ?? (isInside(home, cwd) ? cwd : home);
  const readNow = (location: URL): SourceFile => {
    const path = pathOfFile(location);
    const name = relative(cwd, path);
    const text = readText(path, name, top, cwd);
    return { name, text, value: parseText(text, name) };
  };
  return { locate: (path) => pathToFileURL(resolve(cwd, path)), read: async (location) => readNow(location), readNow };
}

/** The path of a file that a reference names. Throws UnreadableFile. */
export function pathOfFile(location: URL): string {
  const name = location.href.replace(/^file:\/\//, '');
  if (/%(?:00|2f)/i.test(location.pathname) || location.host !== '')
    throw new UnreadableFile(`${name} is not the path of a file`);
  return fileURLToPath(location);
}

function readText(path: string, name: string, top: string, cwd: string): string {
  try {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) throw new UnreadableFile(explainMissing(path, name));
    const root = existsSync(top) ? realpathSync(top) : top;
    if (!isInside(realpathSync(path), root))
      throw new UnreadableFile(`${name} is outside ${relative(cwd, root) || 'the working directory'}`);
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    throw new UnreadableFile(`${name} cannot be read: ${(error as Error).message.split(', ')[0]}`);
  }
}

function explainMissing(path: string, name: string): string {
  return `${name} ${existsSync(path) ? 'is a folder' : 'does not exist'}`;
}

/** Whether a path is a folder, or is in it. */
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
