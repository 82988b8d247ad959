import { lookupKey, type Json, type JsonObject } from '../../json/json.js';
import { accepts } from './accepts.js';
import { every } from './formula.js';
import type { Needs } from './plan.js';
import { takeSteps } from './search-steps.js';

/** Adjusts values that were put together from parts. */
export const vary = Object.freeze({
  /** The value if it passes everything; undefined otherwise. */
  check(needs: Needs, value: Json | undefined): Json | undefined {
    return value !== undefined && accepts(every(needs), value) !== false ? value : undefined;
  },

  /** A value like the given one that passes what it has to pass and equals none of the others. */
  unlike(value: Json, others: readonly Json[], needs: Needs): Json | undefined {
    const keys = new Set(others.map(lookupKey));
    for (const one of candidatesFor(value))
      if (!keys.has(lookupKey(one)) && accepts(every(needs), one) === true) return one;
    return undefined;
  },
});

function* candidatesFor(value: Json): Generator<Json> {
  yield value;
  yield* similarTo(value);
  yield* plainValues;
}

const plainValues: readonly Json[] = [0, 1, 2, 3, '', 'a', 'b', 'c', true, false, null, [], {}];

function* similarTo(value: Json): Generator<Json> {
  if (typeof value === 'number') yield* [1, -1, 2, -2, 3, 4, 5, 0.5].map((offset) => value + offset);
  if (typeof value === 'string')
    yield* ['a', 'b', 'c', '0', '1'].flatMap((letter) => [value + letter, letter + value.slice(1)]);
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    for (const other of similarTo((value as JsonObject)[name] ?? null)) {
      takeSteps(1 + (Object.keys(value).length >> 4));
      yield Array.isArray(value) ? value.with(Number(name), other) : { ...value, [name]: other };
    }
  }
}
