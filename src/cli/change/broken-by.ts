import { compareContracts } from '../../contract/compare/compare-contracts.js';
import type { ContractLock } from '../../contract/lock/contract-lock.js';
import type { Finding } from '../../diff/finding.js';
import { isoDay } from '../../text/date.js';
import { differingPaths } from './differing-paths.js';

/** What breaks the promise, or may. */
export function brokenBy(
  promised: ContractLock,
  { locks }: { readonly locks: readonly ContractLock[] },
  now: Date,
): readonly Finding[] {
  const { version } = promised;
  const current = locks.find((one) => one.version === version);
  const [before, after] = current ? differingPaths(promised.document, current.document) : [promised.document];
  const revision = after ? [{ version, document: after }] : [];
  return compareContracts([{ version, document: before }], revision, { asOf: isoDay(now), minNotice: null }).flatMap(
    ({ findings }) => findings.filter(({ level }) => level !== 'info'),
  );
}
