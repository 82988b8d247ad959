import type { Direction } from '../../routing/changes/hop.js';
import type { LawId } from './law.js';
import { copyOf, differenceAt, sameValue, withoutMembers } from './same-value.js';
import type { Way } from './way.js';

/** The laws that a single value can break. */
export type ValueLaw = Extract<
  LawId,
  'change-throws' | 'change-mutates' | 'change-unstable' | 'change-misfit' | 'change-surplus-member' | 'change-loses'
>;

/** A law that a value breaks. */
export interface Breach {
  readonly law: ValueLaw;
  /** The direction whose function is to blame. */
  readonly direction: Direction;
  /** What happened, such as a message or the path of a member. */
  readonly what: string;
  /** What came out, in order: `down gave`, `up gave`. */
  readonly came: readonly (readonly [label: string, value: unknown])[];
}

type Outcome = { readonly result: unknown } | { readonly error: string };

/** The first law that a value breaks on one way of a change; null when it keeps them all. */
export function judge(way: Way, value: unknown): Breach | null {
  const { direction, convert } = way;
  const breach = (law: ValueLaw, what: string, ...came: Breach['came']): Breach => ({ law, direction, what, came });
  const argument = copyOf(value);
  const first = attempt(convert, argument);
  if ('error' in first) return breach('change-throws', first.error);
  const gave = [`${direction} gave`, first.result] as const;
  if (!sameValue(argument, value)) return breach('change-mutates', '', ['argument after', argument]);
  const second = attempt(convert, copyOf(value));
  if ('error' in second) return breach('change-unstable', '', gave, ['then it threw', second.error]);
  if (!sameValue(first.result, second.result))
    return breach('change-unstable', '', gave, ['then it gave', second.result]);
  const finished = way.finish(first.result);
  if ('refused' in finished) return null;
  const [wrong] = way.misfits(finished.value).wrong;
  if (wrong)
    return breach('change-misfit', `${wrong.pointer === '' ? '' : `${wrong.pointer}: `}${wrong.message}`, gave);
  const [surplus] = way.misfits(first.result).surplus;
  if (surplus !== undefined) return breach('change-surplus-member', memberPath(surplus.split('/').slice(1)), gave);
  return judgeReturn(way, value, finished.value);
}

function judgeReturn({ direction, back }: Way, value: unknown, between: unknown): Breach | null {
  if (!back) return null;
  const other = direction === 'down' ? 'up' : 'down';
  const came = [`${direction} gave`, between] as const;
  const returned = attempt(back.convert, copyOf(between));
  if ('error' in returned) return { law: 'change-throws', direction: other, what: returned.error, came: [came] };
  const finished = back.finish(returned.result);
  const end = 'value' in finished ? finished.value : returned.result;
  const lost = back.lost && differenceAt(withoutMembers(value, back.lost), withoutMembers(end, back.lost));
  if (!lost) return null;
  return { law: 'change-loses', direction, what: memberPath(lost), came: [came, [`${other} gave`, end]] };
}

/** `tags.label`: items of lists have no name. */
const memberPath = (steps: readonly string[]) => steps.filter((step) => !/^\d+$/.test(step)).join('.');

function attempt(convert: Way['convert'], value: unknown): Outcome {
  try {
    return { result: convert(value) };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
