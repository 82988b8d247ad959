import { isGiven } from '../changes/refusal.js';
import { copyOf, sameValue } from './same-value.js';
import type { Converted, Way } from './way.js';
import { within, type Worlds } from './world.js';

/** What a change made of a value. */
export type Outcome = { readonly result: unknown } | { readonly error: string } | { readonly refused: string };

/** Runs a way of a change. */
export function attempt(convert: Way['convert'], value: unknown): Outcome {
  try {
    return { result: convert(value) };
  } catch (error) {
    if (isGiven(error)) return { refused: error.answer.detail };
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

/** `then it gave` or `then it threw`, with what. */
export const cameOf = (word: string, outcome: Outcome): readonly [label: string, value: unknown] =>
  'error' in outcome
    ? [`${word} it threw`, outcome.error]
    : 'refused' in outcome
      ? [`${word} it threw`, `a refusal: ${outcome.refused}`]
      : [`${word} it gave`, outcome.result];

/** Which difference between two worlds makes one of the results. */
export function causeOf(
  first: Outcome,
  second: Outcome,
  again: () => Outcome,
  { here, elsewhere }: Worlds,
): readonly [cause: Cause, outcome: Outcome] {
  const { now, zone, locale } = elsewhere;
  const worlds = [
    ['', here],
    ['the clock', { ...here, now }],
    ['the time zone', { ...here, zone }],
    ['the locale', { ...here, locale }],
  ] as const;
  for (const [cause, world] of worlds) {
    const outcome = within(world, again);
    if (!sameOutcome(first, outcome)) return [cause, outcome];
  }
  return ['', second];
}

/** Whether a value gives another result now. */
export const isAnother = ({ convert }: Way, { value, result }: Converted): boolean =>
  !sameOutcome(attempt(convert, copyOf(value)), { result });

/** What a result depends on beside the argument; empty for what changes with each call. */
export type Cause = '' | 'the clock' | 'the time zone' | 'the locale';

/** Any two errors are the same, and so are any two refusals. */
export function sameOutcome(left: Outcome, right: Outcome): boolean {
  if ('result' in left && 'result' in right) return sameValue(left.result, right.result);
  return ('error' in left && 'error' in right) || ('refused' in left && 'refused' in right);
}
