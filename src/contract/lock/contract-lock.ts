import type { JsonObject } from '../../json/json.js';
import { NEXT, versionInWords, versionTag } from '../../text/version-order.js';

/** The contract of one version of an API, as a canonical OpenAPI document. */
export interface ContractLock {
  /** null for an API without versions. */
  readonly version: string | null;
  readonly document: JsonObject;
}

/** The contracts of the released versions, then that of what is not released, where there is one. */
export const withNext = (released: readonly ContractLock[], next: ContractLock | null): readonly ContractLock[] =>
  next ? [...released, next] : released;

/** `v2.json`; `api.json` for an API without versions, and `next.json` for what is not released, which promises nothing. */
export function lockName(version: string | null): string {
  return version === null ? 'api.json' : `${versionTag(version)}.json`;
}

export const nextLockName = `${NEXT}.json`;

/** The version in the name of a lock file; undefined for a file that holds no promise. */
export function versionOfLockName(name: string): string | null | undefined {
  if (name === 'api.json') return null;
  return /^v([\w.~-]+)\.json$/.exec(name)?.[1];
}

/** The version whose contract is in a file; undefined for a file that holds none. */
export function versionOfFile(name: string): string | null | undefined {
  return name === nextLockName ? NEXT : versionOfLockName(name);
}

/** `version 2`, `the API`, `next`. */
export function versionWords(version: string | null): string {
  return version === null ? 'the API' : versionInWords(version);
}

/** What a lock file holds as text, with a final newline. */
export function serialiseLock(content: JsonObject): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** Whether any of these contracts promises that a version goes only with evidence. */
export function promisesEvidence(locks: readonly ContractLock[]): boolean {
  return locks.some(({ document }) => document['x-svc-evidence'] === true);
}
