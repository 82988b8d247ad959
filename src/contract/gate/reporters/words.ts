import type { VersionChange } from '../../compare/compare-contracts.js';
import type { GateStep } from '../gate-report.js';

/** The parts of the gate as headings. */
export const stepTitles: Readonly<Record<GateStep, string>> = {
  check: 'Declarations',
  lock: 'Lock files',
  contract: 'Contracts',
  lifecycle: 'Lifecycle',
  exceptions: 'Exceptions',
};

/** What became of a version's contract. */
export function changeWords({ presence, kind }: VersionChange): string {
  if (presence === 'new') return 'new';
  if (presence === 'gone') return kind === 'breaking' ? 'gone before its time' : 'gone';
  return kind === 'documentation' ? 'documentation only' : kind;
}
