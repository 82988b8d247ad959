import type { DiffOptions } from '../../diff/diff-documents.js';
import { diffDocuments, diffPlaces } from '../../diff/diff-documents.js';
import type { Finding } from '../../diff/finding.js';
import { noticeOf } from '../../diff/promised-notice.js';
import { compareContracts } from '../../contract/compare/compare-contracts.js';
import { asCompared, compareVersionsOfApi, listChangesOfApi } from '../../contract/compare/compare-versions-of-api.js';
import { type ComparedPair, pairByVersion } from '../../contract/consumers/concern-findings.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { changesBetween } from '../../contract/lock/locked-changes.js';
import type { VersionPair } from '../../contract/migration-guide.js';
import { usageError } from '../command-failure.js';
import { joinWords } from '../../text/join-words.js';
import type { ContractSide } from '../sources/open-side.js';

export interface SideComparison {
  /** Each change once, with the places that it reaches. */
  readonly findings: readonly Finding[];
  /** The changes of two documents at every place. */
  readonly listPlaces: () => readonly Finding[];
  /** The two documents; null for version by version. */
  readonly locks: readonly [base: ContractLock, revision: ContractLock] | null;
  /** The two documents, if they are two versions of one API, and what the versions in between changed. */
  readonly versions: VersionPair | null;
  /** What the findings lead into. */
  readonly pairs: readonly ComparedPair[];
}

/** Every difference between two sides: document with document, or version by version. */
export function compareSides(base: ContractSide, revision: ContractSide, options: DiffOptions): SideComparison {
  if (!base.isSingle && !revision.isSingle) {
    return {
      findings: compareContracts(base.locks, revision.locks, options).flatMap(({ findings }) => findings),
      listPlaces: () => [],
      locks: null,
      versions: null,
      pairs: pairByVersion(base.locks, revision.locks),
    };
  }
  const [from, to] = [onlyLock(base, revision), onlyLock(revision, base)];
  const { place = (findings: readonly Finding[]) => findings } = revision;
  if (from.version !== null && to.version !== null && from.version !== to.version) {
    const changes = changesBetween(revision.api, from.version, to.version);
    return {
      findings: place(listChangesOfApi(from, to, options)),
      listPlaces: () => place(compareVersionsOfApi(from, to, options)),
      locks: [from, to],
      versions: { base: from, revision: to, changes },
      pairs: [{ apiVersion: to.version, base: asCompared(from), revision: asCompared(to) }],
    };
  }
  const settled = {
    ...options,
    minNotice: options.minNotice === null ? null : noticeOf([from, to]),
    apiVersion: to.version ?? from.version,
  };
  return {
    findings: place(diffDocuments(from.document, to.document, settled)),
    listPlaces: () => place(diffPlaces(from.document, to.document, settled)),
    locks: [from, to],
    versions: null,
    pairs: [{ apiVersion: settled.apiVersion, base: from, revision: to }],
  };
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
