import type { LifecyclePolicy } from './compare-lifecycles.js';
import type { Lifecycle } from './read-lifecycle.js';

/** Why something may or may not be removed. */
export type RemovalVerdict =
  | 'without-deprecation'
  | 'sunset-invalid'
  | 'before-sunset'
  | 'without-sunset'
  | 'with-short-notice'
  | 'with-deprecation';

/** Judges a removal by what the base said: deprecated, sunset passed, notice long enough. */
export function judgeRemoval(base: Lifecycle, { today, minNotice }: LifecyclePolicy): RemovalVerdict {
  if (!base.deprecated) return 'without-deprecation';
  if (!base.sunset) return minNotice === null ? 'with-deprecation' : 'without-sunset';
  if (base.sunset.day === null) return 'sunset-invalid';
  if (today < base.sunset.day) return 'before-sunset';
  const since = base.since?.day ?? null;
  if (minNotice !== null && since !== null && base.sunset.day - since < minNotice) return 'with-short-notice';
  return 'with-deprecation';
}

/** The verdict as the end of a sentence. */
export function explainRemoval(verdict: RemovalVerdict, base: Lifecycle, { minNotice }: LifecyclePolicy): string {
  const sunset = base.sunset?.text ?? '';
  const explanations: Readonly<Record<RemovalVerdict, string>> = {
    'without-deprecation': 'was removed without being deprecated first',
    'sunset-invalid': `was removed, but its sunset is not a date: ${JSON.stringify(sunset)}`,
    'before-sunset': `was removed before its sunset ${sunset}`,
    'without-sunset': 'was removed, but its deprecation never named a sunset date',
    'with-short-notice': `was removed after less than ${minNotice} days of notice (deprecated since ${base.since?.text}, sunset ${sunset})`,
    'with-deprecation': sunset ? `was removed after its sunset ${sunset}` : 'was removed after its deprecation',
  };
  return explanations[verdict];
}
