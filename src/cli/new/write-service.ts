import { existsSync, lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { usageError } from '../command-failure.js';
import { writeFileAtomically } from '../write-file-atomically.js';
import type { RenderedFile } from './render-templates.js';

/** Writes a service's files, all or, when one of them is there already and `force` is off, none. */
export function writeService(files: readonly RenderedFile[], folder: string, name: string, force: boolean): void {
  refuseToPassFile(folder, name);
  const existing = files
    .filter(({ path }) => lstatSync(join(folder, path), { throwIfNoEntry: false }))
    .map(({ path }) => `  ${join(name, path)}`);
  if (existing.length > 0 && !force) {
    throw usageError(
      `These files are there already, and nothing was written:\n${existing.join('\n')}\nChoose another folder, or overwrite them with --force.`,
    );
  }
  for (const { path, text } of files) writeFileAtomically(join(folder, path), text, join(name, path));
}

function refuseToPassFile(folder: string, name: string): void {
  if (isFile(folder)) throw usageError(`${name} is a file. Name a folder for the new service.`);
  for (let above = dirname(folder); above !== dirname(above); above = dirname(above)) {
    if (isFile(above)) throw usageError(`${name} leads through a file. Name a folder for the new service.`);
  }
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}
