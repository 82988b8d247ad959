import { compareContracts } from '../../contract/compare/compare-contracts.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Finding } from '../../diff/finding.js';
import { isoDay } from '../../text/date.js';

/** What breaks the promise, or may. */
export function brokenBy(
  promised: ContractLock,
  { locks }: { readonly locks: readonly ContractLock[] },
  now: Date,
): readonly Finding[] {
  const current = locks.filter(({ version }) => version === promised.version);
  return compareContracts([promised], current, { asOf: isoDay(now), minNotice: null }).flatMap(({ findings }) =>
    findings.filter(({ level }) => level !== 'info'),
  );
}
