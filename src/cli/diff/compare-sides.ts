import type { DiffOptions } from '../../diff/diff-documents.js';
import { diffDocuments } from '../../diff/diff-documents.js';
import type { Finding } from '../../diff/finding.js';
import { noticeOf } from '../../diff/promised-notice.js';
import { compareContracts } from '../../contract/compare/compare-contracts.js';
import { compareVersionsOfApi } from '../../contract/compare/compare-versions-of-api.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { changesBetween } from '../../contract/lock/locked-changes.js';
import type { VersionPair } from '../../contract/migration-guide.js';
import { usageError } from '../command-failure.js';
import { joinWords } from '../../text/join-words.js';
import type { ContractSide } from '../sources/open-side.js';

export interface SideComparison {
  readonly findings: readonly Finding[];
  /** The two documents; null for version by version. */
  readonly locks: readonly [base: ContractLock, revision: ContractLock] | null;
  /** The two documents, if they are two versions of one API, and what the versions in between changed. */
  readonly versions: VersionPair | null;
}

/** Every difference between two sides: document with document, or version by version. */
export function compareSides(base: ContractSide, revision: ContractSide, options: DiffOptions): SideComparison {
  if (!base.isSingle && !revision.isSingle) {
    return {
      findings: compareContracts(base.locks, revision.locks, options).flatMap(({ findings }) => findings),
      locks: null,
      versions: null,
    };
  }
  const [from, to] = [onlyLock(base, revision), onlyLock(revision, base)];
  const { place = (findings: readonly Finding[]) => findings } = revision;
  if (from.version !== null && to.version !== null && from.version !== to.version) {
    const changes = changesBetween(revision.api, from.version, to.version);
    const found = compareVersionsOfApi(from, to, options);
    return { findings: place(found), locks: [from, to], versions: { base: from, revision: to, changes } };
  }
  const findings = diffDocuments(from.document, to.document, {
    ...options,
    minNotice: options.minNotice === null ? null : noticeOf([from, to]),
    apiVersion: to.version ?? from.version,
  });
  return { findings: place(findings), locks: [from, to], versions: null };
}

/** The only document of a side, or the lock for the version of the other side. */
function onlyLock({ name, locks, isSingle }: ContractSide, other: ContractSide): ContractLock {
  const [version] = other.locks.map((lock) => lock.version);
  const found = isSingle || locks.length === 1 ? locks[0] : locks.find((lock) => lock.version === version);
  if (found) return found;
  throw usageError(
    `${name} has versions ${joinWords(locks.map((lock) => String(lock.version)))}, but ${other.name} is ${version === null ? 'a document without a version' : `version ${version}`}. Compare one document with one document.`,
  );
}
