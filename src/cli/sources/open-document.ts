import { placeFindings } from '../../contract/compare/place-findings.js';
import { type Bundle, bundleDocument } from '../../openapi/references/bundle-document.js';
import { type ReadFile, type SourceFile, UnreadableFile } from '../../openapi/references/source-file.js';
import { DocumentError } from '../../openapi/load-document-text.js';
import { textAt } from '../../json/json.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { type DocumentFiles, filesAtCommit, filesOnDisk } from './document-files.js';
import type { ContractSide } from './open-side.js';
import { parseContract } from './read-locks.js';

/** Opens a document from a file, with the files that it refers to. */
export async function openFile(name: string, io: Pick<Io, 'cwd'>): Promise<ContractSide> {
  return sideOf(name, await bundleFile(name, io));
}

/** Opens a document from standard input; its references are relative to the working directory. */
export async function openStandardInput(io: Io): Promise<ContractSide> {
  const text = await io.readInput();
  if (text.trim() === '') throw usageError('Standard input is empty. Pipe a document into svc diff, or name a file.');
  const { place: _, ...side } = sideOf('-', await bundleText(text, 'standard input', 'stdin', io));
  return side;
}

/** Opens a document at a commit, with the files that it refers to at the same commit. */
export async function openAtCommit(
  { name, path, ref }: { readonly name: string; readonly path: string; readonly ref: string },
  commit: string,
  io: Pick<Io, 'cwd'>,
): Promise<ContractSide> {
  return sideOf(name, await bundleAtCommit(path, ref, commit, io));
}

function sideOf(name: string, bundle: Bundle): ContractSide {
  const locks = [{ version: textAt(bundle.document['x-svc-api-version']), document: bundle.document }];
  return { name, locks, api: locks, isSingle: true, place: (findings) => placeFindings(findings, bundle) };
}

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
