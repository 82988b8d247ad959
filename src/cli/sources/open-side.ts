import { statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { operationLocator } from '../../contract/compare/locate-operations.js';
import { placeFindings } from '../../diff/place-findings.js';
import { type JsonObject, objectAt, textAt } from '../../json/json.js';
import { tokensOf } from '../../json/pointer.js';
import { composeDocuments, type PartOfApi } from '../../openapi/compose-documents.js';
import { DocumentError } from '../../openapi/load-document-text.js';
import type { Bundle } from '../../openapi/references/bundle-document.js';
import { nearestNames } from '../../text/nearest-name.js';
import { usageError } from '../command-failure.js';
import type { Io } from '../io.js';
import { unknownApiVersion } from '../operation-filters.js';
import type { Contracts } from './contracts.js';
import { findCommit, runGit } from './git.js';
import { isGlob, listMatches, listMatchesAtCommit } from './list-matches.js';
import { locksAtCommit } from './locks-in-git.js';
import { bundleAtCommit, bundleFile, bundleText } from './bundle-files.js';
import { readLocks } from './lock-files.js';
import { isNoFile, openNamedDocument } from './open-named-document.js';
import type { Source } from '../../report/boot-problem.js';
import { placeInDocuments } from '../../contract/documents/document-places.js';
import type { Finding, OperationIdentity } from '../../diff/finding.js';
import { type ContractLock, withNext } from '../../contract/lock/contract-lock.js';

interface SideOptions {
  /** Reads the contracts of the service that declares `v<version>`. */
  readonly open: () => Promise<Contracts>;
  readonly dir: string;
}

/** Opens one side: a file, a URL, standard input, a folder of lock files, either at a git ref, or `v<version>` of the service. */
export async function openSide(name: string, options: SideOptions, io: Io): Promise<ContractSide> {
  if (name.trim() === '') throw usageError('A side to compare is empty. Name a file, git:<ref> or v<version>.');
  if (isNoFile(name)) return withoutPlaces(ofDocument(name, await openNamedDocument(name, io)));
  const found = name.startsWith('git:') ? undefined : statSync(resolve(io.cwd, name), { throwIfNoEntry: false });
  if (found?.isDirectory()) return inFolder(name, io);
  if (found) return ofDocument(name, await bundleFile(name, io));
  if (!name.includes(':') && isGlob(name))
    return inFiles(name, await Promise.all(listMatches(name, io.cwd).map((file) => bundleFile(file, io))));
  const inGit = /^([^:]+):(.+)$/s.exec(name.replace(/^git:/, ''));
  if (inGit) return atPath({ name, ref: inGit[1]!, path: inGit[2]! }, io);
  if (name.startsWith('git:')) return atRef(name, options, io);
  const version = /^v([\w.~-]+)$/.exec(name)?.[1];
  if (version !== undefined && !/\.(?:json|ya?ml)$/i.test(name)) return ofService(name, version, options);
  throw usageError(
    `File ${name} not found. Compare files, folders of lock files, URLs, git:<ref>, git:<ref>:<path>, v<version> or - for standard input.`,
  );
}

/** Opens a text as the document that `name` calls, with references relative to the file `at`. */
export async function openText(text: string, name: string, at: string, io: Io): Promise<ContractSide> {
  return ofDocument(name, await bundleText(text, name, at, io));
}

/** What is no file of this machine has no places that an editor or a pull request could show. */
function withoutPlaces({ place: _, ...side }: ContractSide): ContractSide {
  return side;
}

function ofDocument(name: string, bundle: Bundle): ContractSide {
  const locks = [{ version: textAt(bundle.document['x-svc-api-version']), document: bundle.document }];
  return { name, locks, api: locks, isSingle: true, place: (findings) => placeFindings(findings, bundle) };
}

/** Several documents as one API; a finding has its place in the one that has its path. */
function inFiles(name: string, bundles: readonly Bundle[]): ContractSide {
  if (bundles.length === 0) throw usageError(`${name} matches no file. Put it in quotes, and check its folder.`);
  if (bundles.length === 1) return ofDocument(name, bundles[0]!);
  const parts = bundles.map((bundle) => ({ name: bundle.files[0]!.name, document: bundle.document, bundle }));
  const locks = [{ version: null, document: composing(parts) }];
  const place = (findings: readonly Finding[]) => {
    const placed = new Map(
      parts.flatMap(({ document, bundle }) => {
        const paths = objectAt(document['paths']);
        const own = findings.filter(({ pointer }) => {
          const [area, path = ''] = tokensOf(pointer);
          return area === 'paths' && Object.hasOwn(paths, path);
        });
        return placeFindings(own, bundle).map((finding, index) => [own[index]!, finding] as const);
      }),
    );
    return findings.map((finding) => placed.get(finding) ?? finding);
  };
  return { name, locks, api: locks, isSingle: true, place };
}

function composing(parts: readonly PartOfApi[]): JsonObject {
  try {
    return composeDocuments(parts);
  } catch (error) {
    throw error instanceof DocumentError ? usageError(error.message) : error;
  }
}

/** A document at a ref, or a folder of lock files. */
async function atPath(at: { readonly name: string; readonly ref: string; readonly path: string }, io: Io) {
  const { name, ref, path } = at;
  const [near] = nearestNames(ref, ['git']);
  const commit = await findCommit(ref, io.cwd).catch((error: unknown) => {
    if (!near || name.startsWith('git:')) throw error;
    throw usageError(`Unknown git ref ${JSON.stringify(ref)}. Did you mean "git:${path}"?`);
  });
  if (isGlob(path)) {
    const matches = await listMatchesAtCommit(path, commit, io.cwd);
    return inFiles(name, await Promise.all(matches.map((file) => bundleAtCommit(file, ref, commit, io))));
  }
  const { stdout: kind } = await runGit(io.cwd, ['cat-file', '-t', `${commit}:${path.replace(/\/$/, '')}`]);
  if (kind.trim() !== 'tree') return ofDocument(name, await bundleAtCommit(path, ref, commit, io));
  const top = (await runGit(io.cwd, ['rev-parse', '--show-toplevel'])).stdout.trimEnd();
  return atRef(name, { dir: /^\.{1,2}\//.test(path) ? path : join(top, path) }, io, ref);
}

async function atRef(
  name: string,
  { dir }: Pick<SideOptions, 'dir'>,
  { cwd }: Io,
  ref = name.slice('git:'.length),
): Promise<ContractSide> {
  const locks = await locksAtCommit(await findCommit(ref, cwd), dir, cwd);
  if (locks.length === 0)
    throw usageError(
      `${ref} has no lock files in ${relative(cwd, resolve(cwd, dir)) || '.'}/. Write them with svc openapi lock and commit them, or set --dir to their folder.`,
    );
  return { name, locks, api: locks, isSingle: false };
}

function inFolder(name: string, { cwd }: Io): ContractSide {
  const locks = readLocks(name, cwd);
  if (locks.length === 0)
    throw usageError(`${name} has no lock files. Write them with svc openapi lock --dir ${name}, or name a file.`);
  return { name, locks, api: locks, isSingle: false };
}

async function ofService(name: string, version: string, { open }: SideOptions): Promise<ContractSide> {
  const { versions, locks: released, next, operations, source, documents } = await open();
  const locks = version === next?.version ? withNext(released, next) : released;
  if (!versions.includes(version) && version !== next?.version) throw unknownApiVersion(version, versions);
  return {
    name,
    isSingle: true,
    api: locks,
    locks: locks.filter((lock) => lock.version === version),
    ...(documents.length === 0
      ? { locate: operationLocator(operations, source) }
      : { place: (findings) => placeInDocuments(findings, version, documents, source) }),
  };
}

/** One side of a comparison. */
export interface ContractSide {
  /** As typed. */
  readonly name: string;
  readonly locks: readonly ContractLock[];
  /** The locks of every version that it knows of this API. */
  readonly api: readonly ContractLock[];
  /** One document, compared with one document of the other side. */
  readonly isSingle: boolean;
  readonly locate?: (operation: OperationIdentity) => Source | null;
  /** Adds the places of findings in its documents. */
  readonly place?: (findings: readonly Finding[]) => readonly Finding[];
}
