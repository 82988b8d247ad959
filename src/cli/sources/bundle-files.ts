import { realpathSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DocumentError, parseText } from '../../openapi/load-document-text.js';
import { type Bundle, bundleDocument } from '../../openapi/references/bundle-document.js';
import { describeBroken } from '../../openapi/references/broken-references.js';
import { type DocumentFiles, filesOnDisk, pathOfFile } from '../../openapi/references/files-on-disk.js';
import { type ReadFile, type SourceFile, UnreadableFile } from '../../openapi/references/source-file.js';
import { lockName } from '../../contract/lock/contract-lock.js';
import {
  type LockFile,
  LockFileError,
  olderVersionOf,
  openLockFiles,
  parseLockFile,
} from '../../contract/lock/lock-file.js';
import { escapeTerminal } from '../../text/escape.js';
import { countOf } from '../../text/join-words.js';
import { CommandFailure, usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { fetchDocument } from './fetch-document.js';
import { runGit } from './git.js';

/** What reading needs of the environment: without `stderr`, nothing is said about references that lead nowhere. */
export type ReadingIo = Pick<Io, 'cwd'> & Partial<Pick<Io, 'stderr'>>;

/** Reads a document and the files that it refers to. */
export function bundleFile(name: string, io: ReadingIo): Promise<Bundle> {
  const files = filesOnDisk(name, io.cwd);
  return bundleFrom(files, () => files.read(files.locate(name)), files.locate(name), io);
}

/** Reads a document from its text, which `name` calls in messages, as if it were the file `at`. */
export function bundleText(text: string, name: string, at: string, io: ReadingIo): Promise<Bundle> {
  const files = filesOnDisk(at, io.cwd);
  return bundleFrom(files, async () => ({ name, text, value: null }), files.locate(at), io);
}

/** Reads a document at a URL, and nothing that it refers to. */
export async function bundleUrl(url: string, io: Partial<ReadingIo>): Promise<Bundle> {
  const text = await fetchDocument(url);
  const read = async ({ href }: URL) => {
    throw new UnreadableFile(`${href} is not read for a document at a URL`);
  };
  const files = { locate: () => new URL(url), read };
  return bundleFrom(files, async () => ({ name: url, text, value: null }), new URL(url), io);
}

/** Reads a document at a commit, and the files that it refers to at the same commit. */
export async function bundleAtCommit(path: string, ref: string, commit: string, io: ReadingIo): Promise<Bundle> {
  const files = await filesAtCommit(path, commit, ref, io.cwd);
  return bundleFrom(files, () => files.read(files.locate(path)), files.locate(path), io);
}

async function bundleFrom(
  files: DocumentFiles,
  readDocument: () => ReturnType<ReadFile>,
  location: URL,
  { stderr }: Partial<ReadingIo>,
): Promise<Bundle> {
  try {
    const source = await wholeDocument(await readDocument(), location, files.read);
    const bundle = await bundleDocument(source, location, files.read);
    for (const line of describeDangling(bundle)) stderr?.write(`${escapeTerminal(line)}\n`);
    return bundle;
  } catch (error) {
    if (error instanceof DocumentError || error instanceof LockFileError) throw new CommandFailure(error.message);
    if (error instanceof UnreadableFile) throw usageError(`${error.message}.`);
    throw error;
  }
}

const shownReferences = 3;

/** `openapi.yaml:12: $ref "#/components/schemas/Dog" cannot be resolved: …` */
function describeDangling({ dangling = [] }: Bundle): readonly string[] {
  if (dangling.length === 0) return [];
  const rest = dangling.length - shownReferences;
  return [
    ...dangling.slice(0, shownReferences).map(describeBroken),
    ...(rest > 0 ? [`… and ${countOf(rest, 'more reference')} to nothing.`] : []),
    dangling.length === 1 ? 'It is read as anything.' : 'They are read as anything.',
  ];
}

/** A document, or a lock file together with those beside it that it differs from. */
async function wholeDocument({ name, text }: SourceFile, location: URL, read: ReadFile): Promise<SourceFile> {
  const files: LockFile[] = [];
  let file = parseLockFile(text, undefined, name);
  for (let from = olderVersionOf(file.content); from !== null; from = olderVersionOf(file.content)) {
    files.push(file);
    const beside = await read(new URL(lockName(from), location)).catch((error: unknown) => {
      if (!(error instanceof UnreadableFile)) throw error;
      throw new LockFileError(`${name} holds only what differs from version ${from}, and ${error.message}.`);
    });
    file = parseLockFile(beside.text, from, beside.name);
  }
  return { name, text, value: openLockFiles([...files, file])[0]!.document };
}

/** The files of a commit. Paths start at the top of the repository, or with `.//` at the working directory. */
async function filesAtCommit(path: string, commit: string, ref: string, cwd: string): Promise<DocumentFiles> {
  const here = realpathSync(cwd);
  const top = /^\.{1,2}\//.test(path) ? null : (await runGit(cwd, ['rev-parse', '--show-toplevel'])).stdout.trimEnd();
  return {
    locate: (name) => pathToFileURL(top === null ? resolve(here, name) : join(top, name)),
    read: async (location) => {
      const name = relative(here, pathOfFile(location));
      const { code, stdout } = await runGit(here, ['ls-tree', '-z', commit, '--', name.split(sep).join('/')]);
      if (code !== 0) throw new UnreadableFile(`${name} is outside the repository`);
      const [mode = '', kind, object = ''] = stdout.split(/[ \t]/);
      if (mode === '120000')
        throw new UnreadableFile(`${name} is a symbolic link at ${ref}. Name the file that it leads to`);
      if (kind !== 'blob')
        throw new UnreadableFile(`${name} ${kind === 'tree' ? 'is a folder' : 'does not exist'} at ${ref}`);
      const text = (await runGit(here, ['cat-file', 'blob', object])).stdout;
      return { name, text, value: parseText(text, name) };
    },
  };
}
