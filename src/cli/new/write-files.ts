import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../command-failure.js';
import { writeFileAtomically } from '../write-file-atomically.js';

export interface RenderedFile {
  /** Relative to the folder that the files are written to, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Whether something stands where a file would go: a file, a folder, or a link that leads nowhere. */
export const isTaken = (folder: string, path: string) =>
  lstatSync(join(folder, path), { throwIfNoEntry: false }) !== undefined;

/** Writes files into a folder, which messages call `name`. */
export function writeFiles(files: readonly RenderedFile[], folder: string, name: string): void {
  for (const { path, text } of files) writeFileAtomically(join(folder, path), text, join(name, path));
}

/** Writes all files of a service, or none if one exists and `force` is off. */
export function writeService(files: readonly RenderedFile[], folder: string, name: string, force: boolean): void {
  refuseToPassFile(folder, name);
  const existing = files.filter(({ path }) => isTaken(folder, path)).map(({ path }) => `  ${join(name, path)}`);
  if (existing.length > 0 && !force) {
    throw usageError(
      `Nothing was written, because these files exist:\n${existing.join('\n')}\nChoose another folder, or overwrite them with --force.`,
    );
  }
  writeFiles(files, folder, name);
}

function refuseToPassFile(folder: string, name: string): void {
  if (isFile(folder)) throw usageError(`${name} is a file. Name a folder for the service.`);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (isFile(above)) throw usageError(`${name} is below a file. Name a folder for the service.`);
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
