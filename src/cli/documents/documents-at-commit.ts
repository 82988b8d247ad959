import { relative, resolve, sep } from 'node:path';
import { describeDocuments } from '../../contract/documents/describe-documents.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { bundleAtCommit, bundleFile } from '../contract/open-document.js';
import { runGit } from '../contract/git.js';
import type { Io } from '../io.js';
import { parseNamedFile, withVersions } from './read-documents.js';

/** What documents promised at a commit. */
export interface DocumentsAtCommit {
  /** The files that are named. */
  readonly files: readonly string[];
  /** Of those that the commit has. */
  readonly locks: readonly ContractLock[];
}

/** The contracts of the documents of `--document` at a commit; their versions are those that the files have now. */
export async function locksOfDocumentsAt(
  names: readonly string[],
  ref: string,
  commit: string,
  io: Pick<Io, 'cwd'>,
): Promise<DocumentsAtCommit> {
  const parsed = names.map((text) => parseNamedFile(text, io.cwd));
  const named = withVersions(parsed, await Promise.all(parsed.map(({ file }) => bundleFile(file, io))));
  const found = await Promise.all(
    named.map(async ({ file, version }) => {
      const path = `./${relative(io.cwd, resolve(io.cwd, file)).split(sep).join('/')}`;
      const { code } = await runGit(io.cwd, ['cat-file', '-e', `${commit}:${path}`]);
      if (code !== 0) return [];
      return [{ version, bundle: await bundleAtCommit(path, ref, commit, io), deprecation: null, printedBy: null }];
    }),
  );
  const documents = found.flat();
  const settings = { title: null, versioning: undefined, lifecycle: undefined };
  const locks = documents.length === 0 ? [] : await describeDocuments(documents, settings).locks();
  return { files: named.map(({ file }) => file), locks };
}
