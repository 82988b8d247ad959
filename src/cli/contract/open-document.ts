import { bundleDocument } from '../../contract/diff/references/bundle-document.js';
import { type ReadFile, type SourceFile, UnreadableFile } from '../../contract/diff/references/source-file.js';
import { DocumentError } from '../../contract/diff/load-document-text.js';
import { textAt } from '../../json/json.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { type DocumentFiles, filesAtCommit, filesOnDisk } from './document-files.js';
import type { ContractSide } from './open-side.js';
import { parseContract } from './read-locks.js';

/** Opens a document from a file, with the files that it refers to. */
export function openFile(name: string, { cwd }: Io): Promise<ContractSide> {
  const files = filesOnDisk(name, cwd);
  return openFrom(name, files, () => files.read(files.locate(name)), files.locate(name));
}

/** Opens a document from standard input; its references are relative to the working directory. */
export async function openStandardInput(io: Io): Promise<ContractSide> {
  const files = filesOnDisk('stdin', io.cwd);
  const text = await io.readInput();
  if (text.trim() === '') throw usageError('Standard input is empty. Pipe a document into svc diff, or name a file.');
  const source = { name: 'standard input', text, value: null };
  const { bundle: _, ...side } = await openFrom('-', files, async () => source, files.locate('stdin'));
  return side;
}

/** Opens a document at a commit, with the files that it refers to at the same commit. */
export async function openAtCommit(
  { name, path, ref }: { readonly name: string; readonly path: string; readonly ref: string },
  commit: string,
  { cwd }: Io,
): Promise<ContractSide> {
  const files = await filesAtCommit(commit, ref, cwd);
  const location = files.locate(path);
  return openFrom(name, files, () => files.read(location), location);
}

async function openFrom(
  name: string,
  files: DocumentFiles,
  readDocument: () => ReturnType<ReadFile>,
  location: URL,
): Promise<ContractSide> {
  try {
    const source = checkDocument(await readDocument());
    const bundle = await bundleDocument(source, location, files.read);
    const locks = [{ version: textAt(bundle.document['x-svc-api-version']), document: bundle.document }];
    return { name, locks, api: locks, isSingle: true, bundle };
  } catch (error) {
    if (error instanceof DocumentError) throw new CommandFailure(error.message);
    if (error instanceof UnreadableFile) throw usageError(`${error.message}.`);
    throw error;
  }
}

function checkDocument({ name, text }: SourceFile): SourceFile {
  return { name, text, value: parseContract(text, name) };
}
