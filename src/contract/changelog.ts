import type { DiffOptions } from './diff/diff-documents.js';
import type { Finding } from './diff/finding.js';
import { compareContracts, type VersionChange } from './compare/compare-contracts.js';
import type { ContractLock } from './lock/contract-lock.js';

/** The contracts at one commit. */
export interface ContractState {
  /** The abbreviated hash. */
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

/** The changelog of each version, newest version first. `states` are in order, oldest first; the first is the starting point. */
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
        ? [{ commit, day, subject, presence: change.presence, kind: change.kind, findings: withoutVersionBump(change) }]
        : [];
    }),
  }));
  return logs.filter(({ entries }) => entries.length > 0).toReversed();
}

/** A new release number is not a change of the contract. */
function withoutVersionBump({ findings }: VersionChange): readonly Finding[] {
  return findings.filter(({ family }) => family !== 'version-bump');
}
