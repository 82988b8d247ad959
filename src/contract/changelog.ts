import type { DiffOptions } from './diff/diff-documents.js';
import type { Finding } from './diff/finding.js';
import { compareContracts, type VersionChange } from './compare/compare-contracts.js';
import type { ContractLock } from './lock/contract-lock.js';

/** The contracts as one commit left them. */
export interface ContractState {
  /** Short, as people write it. */
  readonly commit: string;
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly locks: readonly ContractLock[];
}

/** What one commit did to one version. */
export interface ChangelogEntry extends Pick<VersionChange, 'presence' | 'kind'> {
  readonly commit: string;
  readonly day: string;
  readonly subject: string;
  readonly findings: readonly Finding[];
}

export interface VersionChangelog {
  readonly version: string | null;
  /** The newest first. */
  readonly entries: readonly ChangelogEntry[];
}

/** The change log of each version, the newest version first. `states` go from the oldest to the newest, and the first one is where it begins. */
export function buildChangelog(
  states: readonly ContractState[],
  options: Omit<DiffOptions, 'asOf'>,
): readonly VersionChangelog[] {
  const steps = states.slice(1).map((state, index) => ({
    state,
    changes: compareContracts(states[index]!.locks, state.locks, { ...options, asOf: state.day }),
  }));
  const versions = [...new Set(steps.flatMap(({ changes }) => changes.map(({ version }) => version)))];
  const logs = versions.map((version) => ({
    version,
    entries: steps.toReversed().flatMap(({ state: { commit, day, subject }, changes }) => {
      const change = changes.find((candidate) => candidate.version === version);
      return change && change.kind !== 'unchanged'
        ? [{ commit, day, subject, presence: change.presence, kind: change.kind, findings: told(change) }]
        : [];
    }),
  }));
  return logs.filter(({ entries }) => entries.length > 0).toReversed();
}

/** The release's own number is no change of the contract. */
function told({ findings }: VersionChange): readonly Finding[] {
  return findings.filter(({ family }) => family !== 'version-bump');
}
