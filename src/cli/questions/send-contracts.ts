import type { ContractLock } from '../../contract/lock/contract-lock.js';
import { type LockFile, openLockFiles, packLocks } from '../../contract/lock/lock-file.js';
import { isObject } from '../../json/json.js';
import { NEXT } from '../../text/version-order.js';

/** What an API promises, on its way between two processes. */
interface SentContracts {
  readonly packed: readonly LockFile[];
}

/** A question or an answer as it is sent: what the contracts in `locks` and `next`, or in those of `described`, share is in it once. */
export function packContracts(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { locks, next, described, ...rest } = value;
  if (!Array.isArray(locks)) return isObject(described) ? { ...value, described: packContracts(described) } : value;
  const all = [...locks, ...(next ? [next] : [])] as readonly ContractLock[];
  return { ...rest, described, contracts: { packed: packLocks(all) } satisfies SentContracts };
}

/** What `packContracts` packed. */
export function openContracts(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { contracts, described, ...rest } = value;
  if (!contracts) return isObject(described) ? { ...value, described: openContracts(described) } : value;
  const all = openLockFiles((contracts as SentContracts).packed);
  return {
    ...rest,
    described,
    locks: all.filter(({ version }) => version !== NEXT),
    next: all.find(({ version }) => version === NEXT) ?? null,
  };
}
