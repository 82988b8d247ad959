import { isObject, listAt } from '../json/json.js';
import type { Member, Members } from './members.js';
import type { Step } from './step.js';

/** More ways than a person would read. */
export const mostCandidates = 24;

interface Left {
  readonly gone: readonly string[];
  readonly fresh: readonly string[];
}

/** One text that may have become two, or two that became one, in either order. */
export function splitSteps(
  { gone, fresh }: Left,
  now: Members,
  before: Members,
): readonly { readonly steps: readonly Step[]; readonly left: Left }[] {
  const [oldTexts, newTexts] = [textsIn(gone, before), textsIn(fresh, now)];
  const without = (...names: readonly string[]): Left => ({
    gone: gone.filter((name) => !names.includes(name)),
    fresh: fresh.filter((name) => !names.includes(name)),
  });
  if (oldTexts.length === 1 && newTexts.length === 2) {
    const [old, one, other] = [oldTexts[0]!, newTexts[0]!, newTexts[1]!];
    const split = (newer: readonly [string, string]): Step => ({
      kind: 'split',
      newer,
      older: old,
      member: before.get(old)!,
    });
    return [split([one, other]), split([other, one])].map((step) => ({
      steps: [step],
      left: without(old, one, other),
    }));
  }
  if (oldTexts.length === 2 && newTexts.length === 1) {
    const [name, one, other] = [newTexts[0]!, oldTexts[0]!, oldTexts[1]!];
    const joined = (older: readonly [string, string]): Step => ({
      kind: 'joined',
      newer: name,
      older,
      members: [before.get(older[0])!, before.get(older[1])!],
    });
    return [joined([one, other]), joined([other, one])].map((step) => ({
      steps: [step],
      left: without(name, one, other),
    }));
  }
  return [];
}

/** The members that are always there and hold any text. */
const textsIn = (names: readonly string[], members: Members) =>
  names.filter((name) => !name.includes('.') && isText(members.get(name)!));

const isText = ({ schema, isRequired }: Member) =>
  isRequired &&
  isObject(schema) &&
  schema['type'] === 'string' &&
  schema['pattern'] === undefined &&
  schema['format'] === undefined &&
  schema['const'] === undefined &&
  listAt(schema['enum']).length === 0;

/** One of each list, in the order of the lists, as many as a person would read, and always the last one of each. */
export function combinations<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const all = choices.reduce<readonly (readonly T[])[]>(
    (lists, options) => lists.flatMap((list) => options.map((one) => [...list, one])).slice(0, 4 * mostCandidates),
    [[]],
  );
  if (all.length <= mostCandidates) return all;
  return [...all.slice(0, mostCandidates - 1), choices.map((options) => options.at(-1)!)];
}
