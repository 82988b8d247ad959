import { isObject, type Json, sameJson } from '../../json/json.js';
import type { ChangesLock, LockedSubject, Recording } from '../../laws/lock/changes-lock.js';
import type { ContractLock } from '../lock/contract-lock.js';
import { lockedChanges } from '../lock/locked-changes.js';
import { type FollowedMembers, followMembers, type ValuePair } from './follow-members.js';

/** What a version changed, as a consumer of the version before it needs to know. */
export interface UpgradeStep {
  readonly version: string;
  readonly changes: readonly UpgradeChange[];
}

export interface UpgradeChange {
  readonly id: string;
  readonly title: string;
  /** CommonMark. */
  readonly description: string | null;
  /** The operations that it changed, as the version has them: `GET /users`. */
  readonly operations: readonly string[];
  /** None for a change of behaviour. */
  readonly subjects: readonly UpgradeSubject[];
}

/** A schema or an operation that a change converts. */
export interface UpgradeSubject extends FollowedMembers {
  /** `User`, `POST /users` */
  readonly name: string;
  /** What is answered, before and after the upgrade; null where answers stay. */
  readonly answer: UpgradeExample | null;
  /** What is sent, before and after the upgrade; null where requests stay. */
  readonly request: UpgradeExample | null;
}

/** One value on both sides, computed by the change. Of objects it has the members that differ. */
export interface UpgradeExample {
  readonly before: Json;
  readonly after: Json;
}

/** What each version changed, oldest first, from the contracts and what their changes did; without changes that are not listed. */
export function describeUpgrades(locks: readonly ContractLock[], changes: ChangesLock): readonly UpgradeStep[] {
  return locks.flatMap(({ version, document }) => {
    if (version === null) return [];
    const done = changes.find((one) => one.version === version)?.changes ?? [];
    const listed = lockedChanges(document).map((change) => ({
      ...change,
      subjects: (done.find(({ id }) => id === change.id)?.subjects ?? []).map(describeSubject),
    }));
    return [{ version, changes: listed }];
  });
}

function describeSubject({ name, down, up }: LockedSubject): UpgradeSubject {
  const answers = pairsOf(down, ({ input, output }) => ({ older: output!, newer: input }));
  const requests = pairsOf(up, ({ input, output }) => ({ older: input, newer: output! }));
  const { moved, altered } = followMembers([...answers, ...requests]);
  return { name, moved, altered, answer: chooseExample(answers), request: chooseExample(requests) };
}

const pairsOf = (recordings: readonly Recording[] | null, pair: (one: Recording) => ValuePair) =>
  (recordings ?? []).filter(({ output }) => output !== undefined).map(pair);

/** The pair that shows most: it differs, leaves little empty, and is short. */
function chooseExample(pairs: readonly ValuePair[]): UpgradeExample | null {
  const rank = ({ older, newer }: ValuePair) => {
    const text = JSON.stringify([older, newer]);
    return (text.match(/""|\[\]|null|\{\}/g)?.length ?? 0) * 1000 + text.length;
  };
  const [best] = pairs.filter(({ older, newer }) => !sameJson(older, newer)).toSorted((a, b) => rank(a) - rank(b));
  return best ? onlyDifferent(best.older, best.newer) : null;
}

/** Both values without the members that are equal. */
function onlyDifferent(before: Json, after: Json): UpgradeExample {
  if (!isObject(before) || !isObject(after)) return { before, after };
  const [older, newer]: [Record<string, Json>, Record<string, Json>] = [{}, {}];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before[name], after[name]];
    if (from !== undefined && to !== undefined) {
      if (sameJson(from, to)) continue;
      const inner = onlyDifferent(from, to);
      [older[name], newer[name]] = [inner.before, inner.after];
    } else if (from !== undefined) older[name] = from;
    else if (to !== undefined) newer[name] = to;
  }
  return { before: older, after: newer };
}
