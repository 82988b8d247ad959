import { tokensOf } from '../../json/pointer.js';
import { sameJson } from '../../json/json.js';
import { valueAt } from '../../contract/upgrades/follow-members.js';
import type { Touch } from '../scan/collect-places.js';
import { checks, isCheckId } from '../../diff/checks/checks.js';
import { type ChangeOf, type FollowedUpgrade, operationIn } from './follow-upgrades.js';
import type { StopChange } from './stop.js';

/** The changes that a touch is about: those that give its member another value, else those of its type, else those of its operations. */
export function blameChanges(
  { id, member, operations, findings }: Pick<Touch, 'id' | 'member' | 'operations' | 'findings'>,
  upgrade: FollowedUpgrade,
): readonly StopChange[] {
  const direction = isCheckId(id) ? checks[id].direction : 'none';
  const [type = '', ...path] = (member ?? '').split('.');
  const own = upgrade.changesOf.get(type) ?? [];
  const fresh = findings.flatMap(({ pointer }) => tokensOf(pointer).slice(-1));
  const exact = own.filter(
    (one) => changesMember(one, path) || fresh.some((name) => changesMember(one, [...path, name])),
  );
  const altered = upgrade.altered.get(member ?? '') ?? [];
  const calls = operations.flatMap((name) => upgrade.changesOf.get(name) ?? []);
  const whole = calls.filter(({ subject }) => subject !== null && operationIn(subject.name) !== null);
  const found = [[...altered, ...exact], own, whole, calls].find((list) => list.length > 0) ?? [];
  const seen = new Map(found.toReversed().map((one) => [one.change, one] as const));
  return [...seen.values()].toReversed().map((one) => describeChange(one, direction));
}

/** Whether a change makes another value of a member, or moves it. */
function changesMember({ subject }: ChangeOf, path: readonly string[]): boolean {
  if (path.length === 0) return false;
  return [subject?.answer, subject?.request].some(
    (example) => example && !sameJson(valueAt(example.before, path) ?? null, valueAt(example.after, path) ?? null),
  );
}

/** A change as a stop point names it, with the example of a direction, else of the other one. */
export function describeChange({ change, subject }: ChangeOf, direction: 'request' | 'response' | 'none'): StopChange {
  const [answer, request] = [subject?.answer ?? null, subject?.request ?? null];
  const example = direction === 'request' ? (request ?? answer) : (answer ?? request);
  return { id: change.id, title: change.title, description: change.description, example };
}
