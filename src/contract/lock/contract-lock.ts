import { type JsonObject, numberAt } from '../../json/json.js';

/** What one version of an API promises: a canonical OpenAPI document. */
export interface ContractLock {
  /** null: an API without versions. */
  readonly version: string | null;
  readonly document: JsonObject;
}

/** `v2.json`; `api.json` for an API without versions. */
export function lockName(version: string | null): string {
  return version === null ? 'api.json' : `v${version}.json`;
}

/** The version that a lock file's name stands for; undefined when it is no lock file. */
export function versionOfLockName(name: string): string | null | undefined {
  if (name === 'api.json') return null;
  return /^v([\w.~-]+)\.json$/.exec(name)?.[1];
}

/** `version 2`, `the API`. */
export function versionWords(version: string | null): string {
  return version === null ? 'the API' : `version ${version}`;
}

/** A lock as text with a newline at its end. */
export function serialiseLock({ document }: ContractLock): string {
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** The longest notice that any of these contracts promises, in days: a change that shortens it cannot make use of that itself. */
export function promisedNotice(locks: readonly ContractLock[]): number {
  return Math.max(0, ...locks.map(({ document }) => numberAt(document['x-svc-min-notice']) ?? 0));
}
