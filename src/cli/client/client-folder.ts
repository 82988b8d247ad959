import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ClientFile } from '../../client/render-client.js';
import { CommandFailure } from '../command-failure.js';
import { writeFileAtomically } from '../write-file-atomically.js';

/** A folder for a client, and what it holds now. */
export interface ClientFolder {
  /** As people know it. */
  readonly name: string;
  readonly path: string;
  /** The texts of the files that svc client wrote, by their path in the folder. */
  readonly written: ReadonlyMap<string, string>;
}

const isWritten = (text: string) => text.slice(0, 200).includes('Written by svc client');

/** Reads a folder. Throws if one of the files to write is there and was not written by svc client. */
export function readClientFolder(name: string, cwd: string, files: readonly ClientFile[]): ClientFolder {
  const path = resolve(cwd, name);
  const planned = new Set(files.map((file) => file.path));
  const written = new Map<string, string>();
  for (const file of listFiles(path, name)) {
    const text = readFileSync(join(path, file), 'utf8');
    if (isWritten(text)) written.set(file, text);
    else if (planned.has(file))
      throw new CommandFailure(
        `${join(name, file)} was not written by svc client. Move it, or choose another folder with --out-dir.`,
      );
  }
  return { name, path, written };
}

function listFiles(path: string, name: string): readonly string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) throw new CommandFailure(`${name} is not a folder. Choose another one with --out-dir.`);
  const entries = readdirSync(path, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
}

/** Writes the files, and removes those that svc client wrote for something that is gone. */
export function writeClientFolder({ name, path, written }: ClientFolder, files: readonly ClientFile[]): void {
  for (const file of files)
    if (written.get(file.path) !== file.text)
      writeFileAtomically(join(path, file.path), file.text, join(name, file.path));
  for (const stale of staleFiles(written, files)) rmSync(join(path, stale));
}

/** What is different on disk, one line per file. */
export function compareClientFolder({ name, written }: ClientFolder, files: readonly ClientFile[]): readonly string[] {
  return [
    ...files
      .filter(({ path, text }) => written.get(path) !== text)
      .map(({ path }) => `${join(name, path)} ${written.has(path) ? 'differs' : 'is missing'}.`),
    ...staleFiles(written, files).map((path) => `${join(name, path)} is no longer needed.`),
  ];
}

function staleFiles(written: ReadonlyMap<string, string>, files: readonly ClientFile[]): readonly string[] {
  const planned = new Set(files.map(({ path }) => path));
  return [...written.keys()].filter((path) => !planned.has(path));
}
