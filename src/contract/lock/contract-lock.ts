import type { JsonObject } from '../../json/json.js';

/** The contract of one version of an API, as a canonical OpenAPI document. */
export interface ContractLock {
  /** null for an API without versions. */
  readonly version: string | null;
  readonly document: JsonObject;
}

/** `v2.json`; `api.json` for an API without versions. */
export function lockName(version: string | null): string {
  return version === null ? 'api.json' : `v${version}.json`;
}

/** The version in the name of a lock file; undefined if it is not a lock file. */
export function versionOfLockName(name: string): string | null | undefined {
  if (name === 'api.json') return null;
  return /^v([\w.~-]+)\.json$/.exec(name)?.[1];
}

/** `version 2`, `the API`. */
export function versionWords(version: string | null): string {
  return version === null ? 'the API' : `version ${version}`;
}

/** A lock as text, with a final newline. */
export function serialiseLock({ document }: ContractLock): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Whether any of these contracts promises that a version goes only with evidence. */
export function promisesEvidence(locks: readonly ContractLock[]): boolean {
  return locks.some(({ document }) => document['x-svc-evidence'] === true);
}
