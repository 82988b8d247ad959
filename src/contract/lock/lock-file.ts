import { isObject, type Json, type JsonObject, listAt, objectAt, textAt } from '../../json/json.js';
import { checkDocument, olderVersion, parseText } from '../../openapi/load-document-text.js';
import { compareVersions } from '../../text/version-order.js';
import { type ContractLock, lockName, versionOfLockName, versionWords } from './contract-lock.js';
import { applyDifferences, findDifferences, MissingPlaceError } from './differences.js';
import { inVersion } from './in-version.js';

/** A lock as a file holds it: the whole document, or what it has otherwise than the lock of an older version. */
export interface LockFile {
  readonly version: string | null;
  readonly content: JsonObject;
}

/** A lock file that cannot be read; the message says how to write it again. */
export class LockFileError extends Error {
  override readonly name = 'LockFileError';
}

/** Locks as files, lowest version first: the first in full, each later one as what it has otherwise than the one before it. */
export function packLocks(locks: readonly ContractLock[]): readonly LockFile[] {
  return locks.map(({ version, document }, index) => {
    const before = locks[index - 1];
    if (!before || before.version === null || version === null) return { version, content: document };
    const { removed, set } = findDifferences(inVersion(before.document, version), document);
    const content = {
      'x-svc-lock': 1,
      'x-svc-api-version': version,
      [olderVersion]: before.version,
      ...(removed.length > 0 && { removed }),
      ...(Object.keys(set).length > 0 && { set }),
    };
    return { version, content };
  });
}

/** The version that a lock file differs from; null for a whole document. */
export function olderVersionOf(content: Json): string | null {
  return isObject(content) ? textAt(content[olderVersion]) : null;
}

/**
 * The locks of files, in their order. Equal parts of versions are one object. Throws LockFileError for a file that differs from one that is
 * missing, or from a document that the other one does not hold; `nameOf` names a file in messages.
 */
export function openLockFiles(
  files: readonly LockFile[],
  nameOf: (version: string | null) => string = lockName,
): readonly ContractLock[] {
  const byVersion = new Map(files.map((file) => [file.version, file]));
  const opened = new Map<string | null, JsonObject>();
  const open = ({ version, content }: LockFile): JsonObject => {
    const known = opened.get(version);
    if (known) return known;
    const from = olderVersionOf(content);
    const document = from === null || version === null ? content : openFrom(version, from, content);
    opened.set(version, document);
    return document;
  };
  const openFrom = (version: string, from: string, content: JsonObject): JsonObject => {
    const base = byVersion.get(from);
    const name = nameOf(version);
    if (!base)
      throw new LockFileError(
        `${name} holds only what differs from ${versionWords(from)}, and ${nameOf(from)} is missing. Restore it, or write the lock files again with svc openapi lock.`,
      );
    try {
      return applyDifferences(inVersion(open(base), version), {
        removed: listAt(content['removed']).map(String),
        set: objectAt(content['set']),
      });
    } catch (error) {
      if (!(error instanceof MissingPlaceError)) throw error;
      throw new LockFileError(
        `${name} does not fit ${nameOf(from)}, which has no ${error.pointer}. Write the lock files again with svc openapi lock.`,
      );
    }
  };
  return files.map((file) => ({ version: file.version, document: open(file) }));
}

/** What a lock file holds, of the version in its name where it is known. Throws DocumentError or LockFileError for anything else; `source` names the file. */
export function parseLockFile(text: string, named: string | null | undefined, source: string): LockFile {
  if (/^<{7} /m.test(text))
    throw new LockFileError(
      `${source} has merge conflict markers. ${named === undefined ? 'Resolve the conflict, and try again.' : 'Write it again with svc openapi lock.'}`,
    );
  const content = parseText(text, source);
  const version = named === undefined ? textAt(objectAt(content)['x-svc-api-version']) : named;
  if (olderVersionOf(content) === null) return { version, content: checkDocument(content, source) };
  const fault = faultOfDifferences(content as JsonObject, version);
  if (fault === null) return { version, content: content as JsonObject };
  throw new LockFileError(`${source} is not a lock file: ${fault}. Write it again with svc openapi lock.`);
}

function faultOfDifferences(content: JsonObject, version: string | null): string | null {
  const { removed = [], set = {} } = content;
  const isPointer = (value: Json) => typeof value === 'string' && value.startsWith('/');
  const older = olderVersionOf(content)!;
  if (versionOfLockName(lockName(older)) !== older) return `${JSON.stringify(older)} is not a version`;
  if (version !== null && compareVersions(older, version) >= 0) return `${versionWords(older)} is not older`;
  if (content['x-svc-api-version'] !== version) return `x-svc-api-version is not ${JSON.stringify(version)}`;
  if (!Array.isArray(removed) || !removed.every(isPointer)) return 'removed is not a list of JSON pointers';
  return isObject(set) && Object.keys(set).every(isPointer) ? null : 'the keys of set are not JSON pointers';
}
