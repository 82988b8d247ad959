import type { DiffOptions } from '../diff/diff-documents.js';
import type { Finding } from '../diff/finding.js';
import { compareContracts, type VersionChange } from './compare/compare-contracts.js';
import type { ContractLock } from './lock/contract-lock.js';
import { lockedChanges, lockedReleaseDay } from './lock/locked-changes.js';
import type { DeclaredChange } from '../routing/changes/declared-changes.js';

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
  /** The changes that were declared with it, for clients of the version before. */
  readonly declared: readonly DeclaredChange[];
  readonly findings: readonly Finding[];
}

export interface VersionChangelog {
  readonly version: string | null;
  /** YYYY-MM-DD; null where nothing says it. */
  readonly released: string | null;
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
    before: states[index]!.locks,
    changes: compareContracts(states[index]!.locks, state.locks, { ...options, asOf: state.day }),
  }));
  const versions = [...new Set(steps.flatMap(({ changes }) => changes.map(({ version }) => version)))];
  const released = new Map(states.flatMap(({ locks }) => locks.map((lock) => [lock.version, lockedReleaseDay(lock)])));
  const logs = versions.map((version) => ({
    version,
    released: released.get(version) ?? null,
    entries: steps.toReversed().flatMap(({ state: { commit, day, subject, locks }, before, changes }) => {
      const change = changes.find((candidate) => candidate.version === version);
      if (!change || change.kind === 'unchanged') return [];
      const { presence, kind } = change;
      const declared = newlyDeclared(before, locks, version);
      return [{ commit, day, subject, presence, kind, declared, findings: withoutVersionBump(change) }];
    }),
  }));
  return logs.filter(({ entries }) => entries.length > 0).toReversed();
}

function newlyDeclared(
  before: readonly ContractLock[],
  after: readonly ContractLock[],
  version: string | null,
): readonly DeclaredChange[] {
  const [known, now] = [before, after].map((locks) => {
    const lock = locks.find((candidate) => candidate.version === version);
    return lock ? lockedChanges(lock.document) : [];
  });
  return now!.filter(({ id }) => !known!.some((change) => change.id === id));
}

/** A new release number is not a change of the contract. */
function withoutVersionBump({ findings }: VersionChange): readonly Finding[] {
  return findings.filter(({ family }) => family !== 'version-bump');
}
