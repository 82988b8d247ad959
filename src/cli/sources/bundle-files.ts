import { type Bundle, bundleDocument } from '../../openapi/references/bundle-document.js';
import { type DocumentFiles, filesOnDisk } from '../../openapi/references/files-on-disk.js';
import { type ReadFile, type SourceFile, UnreadableFile } from '../../openapi/references/source-file.js';
import { DocumentError } from '../../openapi/load-document-text.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { filesAtCommit } from './files-at-commit.js';
import { parseContract } from './lock-files.js';
import { fetchDocument } from './fetch-document.js';

/** Reads a document and the files that it refers to. */
export function bundleFile(name: string, { cwd }: Pick<Io, 'cwd'>): Promise<Bundle> {
  const files = filesOnDisk(name, cwd);
  return bundleFrom(files, () => files.read(files.locate(name)), files.locate(name));
}

/** Reads a document from its text, which `name` calls in messages, as if it were the file `at`. */
export function bundleText(text: string, name: string, at: string, { cwd }: Pick<Io, 'cwd'>): Promise<Bundle> {
  const files = filesOnDisk(at, cwd);
  return bundleFrom(files, async () => ({ name, text, value: null }), files.locate(at));
}

/** Reads a document at a URL, and nothing that it refers to. */
export async function bundleUrl(url: string): Promise<Bundle> {
  const text = await fetchDocument(url);
  const read = async ({ href }: URL) => {
    throw new UnreadableFile(`${href} is not read for a document at a URL`);
  };
  return bundleFrom({ locate: () => new URL(url), read }, async () => ({ name: url, text, value: null }), new URL(url));
}

/** Reads a document at a commit, and the files that it refers to at the same commit. */
export async function bundleAtCommit(
  path: string,
  ref: string,
  commit: string,
  { cwd }: Pick<Io, 'cwd'>,
): Promise<Bundle> {
  const files = await filesAtCommit(commit, ref, cwd);
  return bundleFrom(files, () => files.read(files.locate(path)), files.locate(path));
}

async function bundleFrom(
  files: DocumentFiles,
  readDocument: () => ReturnType<ReadFile>,
  location: URL,
): Promise<Bundle> {
  try {
    return await bundleDocument(checkDocument(await readDocument()), location, files.read);
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandFailure(error.message);
    if (error instanceof UnreadableFile) throw usageError(`${error.message}.`);
    throw error;
  }
}

function checkDocument({ name, text }: SourceFile): SourceFile {
  return { name, text, value: parseContract(text, name) };
}
