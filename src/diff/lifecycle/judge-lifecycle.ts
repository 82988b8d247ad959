import { writeDay } from '../../text/date.js';
import type { Lifecycle } from '../../openapi/lifecycle-marks.js';

/** Today and the promised notice in days; with `minNotice` null, deprecations are reported and no date is required. */
export interface LifecyclePolicy {
  readonly today: number;
  readonly minNotice: number | null;
  /** The revision, if it is another version that is served beside the base, such as `version 2`: the dates of one bind only itself. */
  readonly beside: string | null;
}

/** What happened between two states of a deprecation. */
export type LifecycleEvent =
  | 'deprecated'
  | 'deprecated-with-sunset'
  | 'reactivated'
  | 'sunset-missing'
  | 'sunset-invalid'
  | 'sunset-became-invalid'
  | 'sunset-too-small'
  | 'sunset-deleted'
  | 'sunset-moved-earlier';

/** An event, and the end of the sentence that reports it. */
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
  return revision.deprecated && policy.beside === null ? moveSunset(base, revision, policy) : [];
}

function becomeDeprecated({ sunset }: Lifecycle, { today, minNotice }: LifecyclePolicy): readonly LifecycleChange[] {
  if (!sunset) {
    return minNotice === null
      ? [{ event: 'deprecated', text: 'is now deprecated' }]
      : [{ event: 'sunset-missing', text: 'is now deprecated without a sunset date; add x-sunset' }];
  }
  if (sunset.day === null) return [invalid('sunset-invalid', sunset.text)];
  if (minNotice !== null && sunset.day < today + minNotice) {
    const earliest = writeDay(today + minNotice);
    return [
      {
        event: 'sunset-too-small',
        text: `is now deprecated with sunset date ${sunset.text}; with ${minNotice} days of notice, the earliest is ${earliest}`,
      },
    ];
  }
  return [{ event: 'deprecated-with-sunset', text: `is now deprecated with sunset date ${sunset.text}` }];
}

function moveSunset(base: Lifecycle, revision: Lifecycle, { minNotice }: LifecyclePolicy): readonly LifecycleChange[] {
  const [from, to] = [base.sunset, revision.sunset];
  if (from?.text === to?.text) return [];
  if (!to) return [{ event: 'sunset-deleted', text: `no longer has a sunset date (it was ${from!.text})` }];
  if (to.day === null) return [invalid('sunset-became-invalid', to.text)];
  if (!from) return [];
  if (from.day === null) return minNotice === null ? [] : [invalid('sunset-became-invalid', from.text)];
  return to.day < from.day
    ? [{ event: 'sunset-moved-earlier', text: `has an earlier sunset date: ${to.text} instead of ${from.text}` }]
    : [];
}

function invalid(event: 'sunset-invalid' | 'sunset-became-invalid', text: string): LifecycleChange {
  return { event, text: `has an invalid sunset date ${JSON.stringify(text)}; write YYYY-MM-DD` };
}

/** Why something may or may not be removed. */
export type RemovalVerdict =
  | 'without-deprecation'
  | 'sunset-invalid'
  | 'before-sunset'
  | 'without-sunset'
  | 'with-short-notice'
  | 'with-deprecation';

/** Judges a removal by what the base said: deprecated, past its sunset date, with enough notice. */
export function judgeRemoval(base: Lifecycle, { today, minNotice, beside }: LifecyclePolicy): RemovalVerdict {
  if (!base.deprecated) return 'without-deprecation';
  if (beside !== null)
    return base.sunset?.day != null && today >= base.sunset.day ? 'with-deprecation' : 'without-deprecation';
  if (!base.sunset) return minNotice === null ? 'with-deprecation' : 'without-sunset';
  if (base.sunset.day === null) return 'sunset-invalid';
  if (today < base.sunset.day) return 'before-sunset';
  const since = base.since?.day ?? null;
  if (minNotice !== null && since !== null && base.sunset.day - since < minNotice) return 'with-short-notice';
  return 'with-deprecation';
}

/** The verdict as the end of a sentence. */
export function explainRemoval(
  verdict: RemovalVerdict,
  base: Lifecycle,
  { minNotice, beside }: LifecyclePolicy,
): string {
  if (beside !== null) return `is absent in ${beside}${verdict === 'with-deprecation' ? ', as announced' : ''}`;
  const sunset = base.sunset?.text ?? '';
  const explanations: Readonly<Record<RemovalVerdict, string>> = {
    'without-deprecation': 'was removed without being deprecated first',
    'sunset-invalid': `was removed, but its sunset date is invalid: ${JSON.stringify(sunset)}`,
    'before-sunset': `was removed before its sunset date ${sunset}`,
    'without-sunset': 'was removed, but its deprecation never had a sunset date',
    'with-short-notice': `was removed with less than ${minNotice} days of notice (deprecated since ${base.since?.text}, sunset date ${sunset})`,
    'with-deprecation': sunset
      ? `was removed as announced, after its sunset date ${sunset}`
      : 'was removed after being deprecated',
  };
  return explanations[verdict];
}
