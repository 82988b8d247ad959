import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../json/json.js';
import { checkDocument, loadDocumentText } from '../openapi/load-document-text.js';
import { bundleDocumentNow } from '../openapi/references/bundle-document.js';
import type { Source } from '../report/boot-problem.js';
import { locateTokens } from '../openapi/references/locate-tokens.js';
import { filesOnDisk, pathOfFile } from '../openapi/references/files-on-disk.js';
import { UnreadableFile } from '../openapi/references/source-file.js';
import { noteInput } from '../report/load-inputs.js';

/**
 * An OpenAPI document: the path of a file, relative to the file that names it, to the working directory or to a folder above that; its URL;
 * the document itself; or a command that prints it. Files may refer to other files, and what a command prints to those of the working directory.
 */
export type DescribedBy = string | URL | object | { readonly command: string };

/** A document with the places of its values. */
export interface ReadDocument {
  readonly document: JsonObject;
  /** Files are named from the working directory. */
  readonly placesOf: (tokens: readonly (readonly string[])[]) => readonly (Source | null)[];
}

/** How long a command may take, in milliseconds. */
const patience = 60_000;

/**
 * Reads a document. `folder` is that of the file that names it, where that is known. Throws a TypeError that names the option, or a
 * DocumentError for a text that is not a document.
 */
export function readDocument(given: DescribedBy, folder: string | null): ReadDocument {
  if (typeof given === 'string' || given instanceof URL) return readFile(given, folder);
  if (typeof given !== 'object' || given === null)
    throw new TypeError(
      `document is ${String(given)}. Write the path of an OpenAPI document: document: 'openapi.json'.`,
    );
  if ('command' in given && typeof given.command === 'string') return runCommand(given.command);
  const value = checkDocument(given as JsonObject, 'document');
  const { document } = bundleDocumentNow(
    { name: 'document', text: textOf(value), value },
    new URL('file:///document'),
    () => {
      throw new UnreadableFile("an object has no folder. Give the path of its file: document: 'openapi.yaml'");
    },
  );
  return { document, placesOf: (tokens) => tokens.map(() => null) };
}

/** Empty for an object that contains itself, whose references have been resolved. */
function textOf(value: JsonObject): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

function readFile(given: string | URL, folder: string | null): ReadDocument {
  const file = given instanceof URL ? fileURLToPath(given) : findFile(given, folder);
  noteInput(file);
  const name = typeof given === 'string' ? given : relative(process.cwd(), file);
  return bundleText(readFileSync(file, 'utf8'), name, file);
}

/** Bundles the files that it refers to, as if it were the file `at`. */
function bundleText(text: string, name: string, at: string): ReadDocument {
  const { locate, readNow } = filesOnDisk(at, process.cwd());
  const read = (location: URL) => {
    noteInput(pathOfFile(location));
    return readNow(location);
  };
  const bundle = bundleDocumentNow({ name, text, value: loadDocumentText(text, name) }, locate(at), read);
  const placesOf = (tokens: readonly (readonly string[])[]) =>
    locateTokens(bundle, tokens).map(({ file, line }) => ({ file: file.name, line: line ?? 1 }));
  return { document: bundle.document, placesOf };
}

/** From the working directory upwards, so that a command may run in any folder of the repository. */
function findFile(path: string, beside: string | null): string {
  if (beside !== null && existsSync(resolve(beside, path))) return resolve(beside, path);
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const file = resolve(folder, path);
    if (existsSync(file)) return file;
    if (folder === dirname(folder) || existsSync(join(folder, '.git'))) break;
  }
  throw new TypeError(
    `document names ${path}, which is not in ${process.cwd()} or a folder above it. Write its path from there, or new URL('./openapi.json', import.meta.url).`,
  );
}

function runCommand(command: string): ReadDocument {
  const { status, stdout, stderr, error } = spawnSync(command, {
    shell: true,
    encoding: 'utf8',
    timeout: patience,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status === 0) return bundleText(stdout, `the output of ${command}`, 'openapi.yaml');
  const reason = error?.message ?? (stderr.trim().split('\n').at(-1) || `exit code ${status}`);
  throw new TypeError(`document: the command ${command} failed: ${reason}. It must print one OpenAPI document.`);
}
