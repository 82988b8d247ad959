import type { Direction } from '../changes/hop.js';
import type { LawId } from './law.js';
import { attempt, cameOf, causeOf, type Outcome, sameOutcome } from './purity.js';
import { copyOf, differenceAt, sameValue, sharedAt, withoutMembers } from './same-value.js';
import type { Way } from './way.js';
import { within, type Worlds } from './world.js';

/** The laws that a single value can break. */
export type ValueLaw = Extract<
  LawId,
  | 'change-throws'
  | 'change-mutates'
  | 'change-unstable'
  | 'change-shares'
  | 'change-misfit'
  | 'change-surplus-member'
  | 'change-loses'
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

export interface Verdict {
  readonly outcome: Outcome;
  /** The first law that the value breaks; null when it keeps them all. */
  readonly breach: Breach | null;
}

/** Judges one value on one way of a change: calls it twice, the second time elsewhere where there are worlds. */
export function judge(way: Way, value: unknown, worlds: Worlds | null): Verdict {
  const argument = copyOf(value);
  const outcome = attempt(way.convert, argument);
  return { outcome, breach: firstBreach(way, value, argument, outcome, worlds) };
}

function firstBreach(
  way: Way,
  value: unknown,
  argument: unknown,
  first: Outcome,
  worlds: Worlds | null,
): Breach | null {
  const { direction, convert } = way;
  const breach = (law: ValueLaw, what: string, ...came: Breach['came']): Breach => ({ law, direction, what, came });
  if ('error' in first) return breach('change-throws', first.error);
  const gave =
    'result' in first ? ([`${direction} gave`, first.result] as const) : (['up refused', first.refused] as const);
  if (!sameValue(argument, value)) return breach('change-mutates', '', ['argument after', argument]);
  const again = () => attempt(convert, copyOf(value));
  const second = worlds ? within(worlds.elsewhere, again) : again();
  if (!sameOutcome(first, second)) {
    const [cause, then] = worlds ? causeOf(first, second, again, worlds) : (['', second] as const);
    return breach('change-unstable', cause, gave, cameOf('then', then));
  }
  if ('refused' in first) return null;
  const shared = direction === 'up' && 'result' in second ? sharedAt(first.result, second.result) : null;
  if (shared) return breach('change-shares', memberPath(shared), gave);
  const finished = way.finish(first.result);
  if ('refused' in finished) return null;
  const misfits = way.misfits(finished.value);
  const [wrong] = misfits.wrong;
  if (wrong)
    return breach('change-misfit', `${wrong.pointer === '' ? '' : `${wrong.pointer}: `}${wrong.message}`, gave);
  const [surplus] = (finished.value === first.result ? misfits : way.misfits(first.result)).surplus;
  if (surplus !== undefined) return breach('change-surplus-member', memberPath(surplus.split('/').slice(1)), gave);
  return judgeReturn(way, value, finished.value);
}

function judgeReturn({ direction, back }: Way, value: unknown, between: unknown): Breach | null {
  if (!back) return null;
  const other = direction === 'down' ? 'up' : 'down';
  const came = [`${direction} gave`, between] as const;
  const returned = attempt(back.convert, copyOf(between));
  if ('error' in returned) return { law: 'change-throws', direction: other, what: returned.error, came: [came] };
  if ('refused' in returned) return null;
  const finished = back.finish(returned.result);
  const end = 'value' in finished ? finished.value : returned.result;
  const lost = back.lost && differenceAt(withoutMembers(value, back.lost), withoutMembers(end, back.lost));
  if (!lost) return null;
  return { law: 'change-loses', direction, what: memberPath(lost), came: [came, [`${other} gave`, end]] };
}

/** `tags.label`: items of lists have no name. */
const memberPath = (steps: readonly string[]) => steps.filter((step) => !/^\d+$/.test(step)).join('.');
