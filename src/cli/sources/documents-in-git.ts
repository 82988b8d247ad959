import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Bundle } from '../../openapi/references/bundle-document.js';
import { type DocumentSettings, describeDocuments } from '../../contract/documents/describe-documents.js';
import type { ReadDocument } from '../../contract/documents/document-places.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { NamedDocument } from '../../export/index.js';
import { CommandFailure } from '../command-failure.js';
import { runGit } from './git.js';
import { bundleAtCommit, bundleFile } from './bundle-files.js';
import type { Io } from '../io.js';
import { parseNamedFile, readPart, withVersions } from './read-documents.js';

/** Documents whose files git keeps; their versions and their configuration are those of today. */
export interface DocumentsInGit {
  /** Relative to the working directory. */
  readonly files: readonly string[];
  /** And the files that they refer to. */
  readonly allFiles: readonly string[];
  /** The contracts at a commit, of the documents that it has; `ref` names it in messages. */
  readonly locksAt: (commit: string, ref: string) => Promise<readonly ContractLock[]>;
}

/** The documents of `--document`. */
export async function namedInGit(names: readonly string[], io: Pick<Io, 'cwd'>): Promise<DocumentsInGit> {
  const parsed = names.map((text) => parseNamedFile(text, io.cwd));
  const bundles = await Promise.all(parsed.map(({ file }) => bundleFile(file, io)));
  const documents = withVersions(parsed, bundles).map(({ file, version }) => ({
    file,
    version,
    deprecation: null,
    paths: null,
  }));
  return inGit(documents, bundles, { title: null, versioning: undefined, lifecycle: undefined }, io);
}

/** The documents of the nearest configuration; null where there is none, or where it is a service. Throws where a command prints one. */
export async function configuredInGit(io: Pick<Io, 'cwd'>): Promise<DocumentsInGit | null> {
  const { findConfig, loadApi } = await import('../../export/index.js');
  const config = findConfig(io.cwd);
  const loaded = config === null ? null : await loadApi(config, io);
  if (loaded === null || 'service' in loaded) return null;
  const { settings, file } = loaded.documents;
  const folder = relative(realpathSync(io.cwd), dirname(file));
  const documents = settings.documents.map((one) => ({ ...one, file: join(folder, fileOf(one)) }));
  const bundles = await Promise.all(documents.map((one) => bundleFile(one.file, io)));
  return inGit(documents, bundles, settings, io);
}

function fileOf({ version, origin }: NamedDocument): string {
  if (origin.kind === 'file') return origin.file;
  throw new CommandFailure(
    `The document${version === null ? '' : ` of version ${version}`} is printed by a command, so git has no history of it. Run svc openapi lock before each release and commit what it writes: the changelog is the history of the lock files then.`,
  );
}

type TrackedDocument = Pick<NamedDocument, 'version' | 'deprecation' | 'paths'> & { readonly file: string };

function inGit(
  documents: readonly TrackedDocument[],
  bundles: readonly Bundle[],
  settings: DocumentSettings,
  io: Pick<Io, 'cwd'>,
): DocumentsInGit {
  const readAt = async (
    { file, ...document }: TrackedDocument,
    commit: string,
    ref: string,
  ): Promise<readonly ReadDocument[]> => {
    const path = `./${relative(io.cwd, resolve(io.cwd, file)).split(sep).join('/')}`;
    const { code } = await runGit(io.cwd, ['cat-file', '-e', `${commit}:${path}`]);
    if (code !== 0) return [];
    const bundle = readPart(await bundleAtCommit(path, ref, commit, io), document, documents, settings.versioning);
    return [{ ...document, bundle, printedBy: null }];
  };
  return {
    files: documents.map(({ file }) => file),
    allFiles: [...new Set(bundles.flatMap(({ files }) => files.map(({ name }) => name)))],
    locksAt: async (commit, ref) => {
      const found = (await Promise.all(documents.map((document) => readAt(document, commit, ref)))).flat();
      return found.length === 0 ? [] : describeDocuments(found, settings).locks();
    },
  };
}
