import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Bundle } from '../../openapi/references/bundle-document.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { bundleFile, bundleText, bundleUrl } from './bundle-files.js';

/** Whether a name on a command line is standard input or an address, and no file. */
export const isNoFile = (name: string) => name === '-' || /^(?:https?:|[a-z][a-z\d+.-]+:\/\/)/i.test(name);

/** Opens one document with the files that it refers to: a file, a URL, or `-` for standard input, whose references are relative to the working directory. */
export async function openNamedDocument(name: string, io: Io): Promise<Bundle> {
  if (name.trim() === '') throw usageError('The name of the document is empty. Name a file, such as openapi.yaml.');
  if (!isNoFile(name)) {
    const found = statSync(resolve(io.cwd, name), { throwIfNoEntry: false });
    if (found?.isDirectory()) throw usageError(`${name} is a folder. Name an OpenAPI document in it.`);
    if (found) return bundleFile(name, io);
    throw usageError(`File ${name} not found. Name an OpenAPI document: a file, a URL, or - for standard input.`);
  }
  if (name !== '-') return bundleUrl(name, io);
  const text = await io.readInput();
  if (text.trim() === '')
    throw usageError('Standard input is empty. Pipe a document into the command, or name a file.');
  return bundleText(text, 'standard input', 'stdin', io);
}
