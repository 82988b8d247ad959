import { numberAt } from '../../json/json.js';
import type { ContractLock } from './contract-lock.js';

/** The longest notice that any of these contracts promises, in days: a change that shortens it cannot make use of that itself. */
export function promisedNotice(locks: readonly ContractLock[]): number {
  return Math.max(0, ...locks.map(({ document }) => numberAt(document['x-svc-min-notice']) ?? 0));
}
