import type { Finding } from '../../diff/finding.js';
import { checks } from '../../diff/checks/checks.js';
import { tokensOf } from '../../json/pointer.js';
import type { Edit } from '../../edit/apply-edits.js';
import { startsWith } from '../../contract/upgrades/follow-members.js';
import { type Places, placeCollector, type Touch, type TouchedPlace } from '../scan/collect-places.js';
import { fileOf } from '../scan/collect-places.js';
import { type Difference, listDifferences } from '../scan/list-differences.js';
import type { CompilerError } from '../scan/new-errors.js';
import type { ConsumerCode } from '../scan/open-code.js';
import { placeDifferences } from '../scan/scan-code.js';
import { moveOf } from './edit-calls.js';
import { blameChanges, describeChange } from './blame-changes.js';
import { type ChangeOf, type FollowedUpgrade, keyOf } from './follow-upgrades.js';
import { type EditPlan, mentionsOf } from './plan-edits.js';
import type { UnknownSend } from './unknown-sends.js';
import type { StopChange, StopPoint, StopReason } from './stop.js';

interface Stopping {
  readonly code: ConsumerCode;
  readonly upgrade: FollowedUpgrade;
  readonly plan: EditPlan;
  readonly findings: readonly Finding[];
  readonly errors: readonly CompilerError[];
  readonly sends: readonly UnknownSend[];
  readonly target: string;
}

/** Everything that the edits leave to a person: differences that no edit follows, other values of a member, changes of behaviour, and what does not compile. */
export function findStops(stopping: Stopping): readonly StopPoint[] {
  const { code, upgrade, plan, findings, errors, sends, target } = stopping;
  const all = listDifferences(findings, code.versions, code.operations);
  const isFollowed = followedDifferences(stopping);
  const places = placeCollector();
  const known = new Map<Touch, readonly StopChange[]>();
  const touchAs = (node: Parameters<Places['touch']>[0], touch: Touch, changes: readonly ChangeOf[]) => {
    known.set(
      touch,
      changes.map((one) => describeChange(one, 'none')),
    );
    places.touch(node, [touch]);
  };
  for (const { node, members } of plan.leftMembers) {
    const move = members.flatMap((member) => upgrade.moves.get(member) ?? [])[0];
    if (!move) continue;
    const message = `${keyOf(move.owner, move.older)} is ${keyOf(move.newOwner, move.newer)} in ${target}.`;
    places.touch(node, [
      { ...nothing, id: 'member-moved', message, fix: `Use ${move.newer.join('.')}.`, member: members[0]! },
    ]);
  }
  for (const send of sends) touchAs(send.node, ...describeSend(send, upgrade, target));
  for (const { node, operations } of plan.leftCalls) {
    const { revision } = code.operations.get(operations[0]!)!;
    const message = `${operations[0]} is ${revision!.method} ${revision!.path} in ${target}.`;
    places.touch(node, [
      { ...nothing, id: 'operation-moved', message, fix: `Call ${revision!.method} ${revision!.path}.`, operations },
    ]);
  }
  for (const node of plan.leftImports)
    places.touch(node, [
      {
        ...nothing,
        id: 'client-module',
        message: `imports the client of version ${code.versions.base.version}.`,
        fix: `Import the client of ${target}.`,
      },
    ]);
  placeDifferences({ code, places, differences: all.filter((one) => !isFollowed(one)), errors, target });
  for (const { node, members, isName } of mentionsOf(code)) {
    const found = isName ? [] : members.flatMap((member) => upgrade.altered.get(member) ?? []);
    if (found.length === 0 || isEdited(fileOf(node).fileName, node.getStart(), plan.edits)) continue;
    const message = `${members[0]} has another value in ${target}.`;
    touchAs(
      node,
      {
        ...nothing,
        id: 'value-changed',
        level: 'warning',
        message,
        fix: 'Compare the example, and treat the value as it is now.',
        member: members[0]!,
      },
      found,
    );
  }
  for (const call of code.calls)
    for (const name of call.operations) {
      const behaviours = (upgrade.changesOf.get(name) ?? []).filter(
        ({ change }) => change.subjects.length === 0 && moveOf(call, code.operations) === null,
      );
      if (behaviours.length === 0) continue;
      const message = `${name} acts otherwise in ${target}.`;
      touchAs(
        call.node,
        {
          ...nothing,
          id: 'behaviour-changed',
          level: 'warning',
          message,
          fix: 'Read the description of the change.',
          operations: [name],
        },
        behaviours,
      );
    }
  return places
    .list()
    .filter((place) => place.refusals.length > 0 || !isEdited(place.file, place.offset, plan.edits))
    .flatMap((place) => stopAt(place, (touch) => known.get(touch) ?? blameChanges(touch, upgrade)));
}

const nothing = { level: 'error', operations: [], member: null, findings: [] } as const;

/** What is sent and no longer known, which the compiler accepts and the service ignores or refuses, and the changes that it is about. */
export function describeSend(
  { operation, member }: UnknownSend,
  { moves, operations, changesOf }: FollowedUpgrade,
  target: string,
): readonly [Touch, readonly ChangeOf[]] {
  const name = operations.get(operation) ?? operation;
  const [carrier, last] = [member.split('.')[0]!, member.split('.').at(-1)!];
  const all = changesOf.get(name) ?? [];
  const moved = [...moves.values()].find(
    ({ older, change }) =>
      older.at(-1) === last &&
      (carrier === 'body' || older.at(-2) === carrier) &&
      all.some((one) => one.change === change),
  );
  const touch = {
    ...nothing,
    id: 'sends-unknown',
    message: `${name}: sends ${member}, which ${target} does not know.`,
    fix: moved ? `Send ${moved.newer.at(-1)} instead.` : 'Stop sending it.',
    operations: [name],
  };
  return [touch, moved ? all.filter(({ change }) => change === moved.change) : all];
}

/** What the compiler may accept, and the service never does. */
const unseen: ReadonlySet<string> = new Set(['member-moved', 'operation-moved', 'client-module', 'sends-unknown']);

/** What nothing refuses is a remark at most: it compiles, and acts as before unless somebody knows better. */
export function stopAt(
  { touches, refusals, ...place }: TouchedPlace,
  changesOf: (touch: Touch) => readonly StopChange[],
): readonly StopPoint[] {
  const reasons = touches
    .filter(({ level }) => level !== 'info' || refusals.length > 0)
    .map(
      ({ id, level, message, fix, operations, member, ...touch }): StopReason => ({
        id,
        level: refusals.length > 0 || unseen.has(id) ? 'error' : level === 'info' ? 'info' : 'warning',
        message,
        fix,
        operations,
        member,
        changes: changesOf({ id, level, message, fix, operations, member, ...touch }),
      }),
    );
  const { file, line, column, offset, code, now } = place;
  return reasons.length + refusals.length === 0 ? [] : [{ file, line, column, offset, code, now, reasons, refusals }];
}

/** Whether an edit replaces what stands at an offset. */
const isEdited = (file: string, offset: number, edits: ReadonlyMap<string, readonly Edit[]>): boolean =>
  (edits.get(file) ?? []).some(({ start, end }) => start <= offset && offset < Math.max(end, start + 1));

/** Whether the edits follow a difference: a member that moved, a new one in its place, an operation with another address. */
function followedDifferences({ upgrade, code }: Stopping): (difference: Difference) => boolean {
  const moves = [...upgrade.moves.values()];
  const older = moves.map((move) => keyOf(move.owner, move.older));
  const newer = moves.flatMap((move) =>
    move.newer.map((_, index) => keyOf(move.owner, move.newer.slice(0, index + 1))).filter((key) => key !== move.owner),
  );
  return (difference) => {
    const { finding, member, isNamed, operation } = difference;
    if (finding.moved) return true;
    const { kind, action } = checks[finding.id];
    if (isNamed)
      return (
        kind === 'existence' &&
        action === 'remove' &&
        (older.some((key) => member === key || member.startsWith(`${key}.`)) || isEmptied(member, upgrade))
      );
    if (kind !== 'existence' || action !== 'add') return false;
    const name = tokensOf(finding.pointer).at(-1)!;
    const isParameter = member.includes('.parameters.');
    const key = isParameter ? member : `${member}.${name}`;
    return (
      newer.includes(key) || (operation !== null && code.operations.get(operation)?.isMoved === true && key === '')
    );
  };
}

/** Whether a member was an object that its members have left. */
function isEmptied(member: string, { moves }: FollowedUpgrade): boolean {
  return [...moves.values()].some(
    ({ owner, older, newer }) =>
      keyOf(owner, older).startsWith(`${member}.`) &&
      !startsWith(newer, older.slice(0, member.split('.').length - owner.split('.').length)),
  );
}
