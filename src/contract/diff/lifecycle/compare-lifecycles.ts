import { writeDay } from '../../../text/date.js';
import type { Lifecycle } from './read-lifecycle.js';

/** Today and the law of notice: with `minNotice` (days) null, deprecations are told but nothing is demanded of them. */
export interface LifecyclePolicy {
  readonly today: number;
  readonly minNotice: number | null;
}

/** What happened between two states of a deprecation. */
export type LifecycleEvent =
  | 'deprecated'
  | 'deprecated-with-sunset'
  | 'reactivated'
  | 'sunset-missing'
  | 'sunset-invalid'
  | 'sunset-too-small'
  | 'sunset-deleted'
  | 'sunset-moved-earlier';

/** An event and the sentence that tells it. */
export interface LifecycleChange {
  readonly event: LifecycleEvent;
  readonly text: string;
}

/** Compares the deprecation of one thing that both documents have. */
export function compareLifecycles(
  base: Lifecycle,
  revision: Lifecycle,
  policy: LifecyclePolicy,
): readonly LifecycleChange[] {
  if (!base.deprecated && revision.deprecated) return becomeDeprecated(revision, policy);
  if (base.deprecated && !revision.deprecated) return [{ event: 'reactivated', text: 'is no longer deprecated' }];
  return revision.deprecated ? moveSunset(base, revision, policy) : [];
}

function becomeDeprecated({ sunset }: Lifecycle, { today, minNotice }: LifecyclePolicy): readonly LifecycleChange[] {
  if (!sunset) {
    return minNotice === null
      ? [{ event: 'deprecated', text: 'is now deprecated' }]
      : [{ event: 'sunset-missing', text: 'is now deprecated without a sunset date; add x-sunset' }];
  }
  if (sunset.day === null) return [invalid(sunset.text)];
  if (minNotice !== null && sunset.day < today + minNotice) {
    const earliest = writeDay(today + minNotice);
    return [
      {
        event: 'sunset-too-small',
        text: `is now deprecated with sunset ${sunset.text}, before ${earliest}, the earliest that a notice of ${minNotice} days allows`,
      },
    ];
  }
  return [{ event: 'deprecated-with-sunset', text: `is now deprecated, with sunset ${sunset.text}` }];
}

function moveSunset(base: Lifecycle, revision: Lifecycle, { minNotice }: LifecyclePolicy): readonly LifecycleChange[] {
  const [from, to] = [base.sunset, revision.sunset];
  if (from?.text === to?.text) return [];
  if (!to) return [{ event: 'sunset-deleted', text: `lost its sunset date ${from!.text}` }];
  if (to.day === null) return [invalid(to.text)];
  if (!from) return [];
  if (from.day === null) return minNotice === null ? [] : [invalid(from.text)];
  return to.day < from.day
    ? [{ event: 'sunset-moved-earlier', text: `moved its sunset from ${from.text} to the earlier ${to.text}` }]
    : [];
}

function invalid(text: string): LifecycleChange {
  return {
    event: 'sunset-invalid',
    text: `has a sunset that is not a date: ${JSON.stringify(text)}; write YYYY-MM-DD`,
  };
}
