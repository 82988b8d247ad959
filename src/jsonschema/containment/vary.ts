import { isObject, sameJson, type Json } from '../../json/json.js';
import { accepts } from './accepts.js';
import { every } from './formula.js';
import type { Needs } from './plan.js';

/** Adjusts values that were put together from parts. */
export const vary = Object.freeze({
  /** The value if it passes everything; undefined otherwise. */
  check(needs: Needs, value: Json | undefined): Json | undefined {
    return value !== undefined && accepts(every(needs), value) !== false ? value : undefined;
  },

  /** A value like the given one that passes what it has to pass and equals none of the others. */
  unlike(value: Json, others: readonly Json[], needs: Needs): Json | undefined {
    const isNew = (one: Json) => !others.some((other) => sameJson(one, other)) && accepts(every(needs), one) === true;
    return [value, ...similarTo(value), ...plainValues].find(isNew);
  },
});

const plainValues: readonly Json[] = [0, 1, 2, 3, '', 'a', 'b', 'c', true, false, null, [], {}];

function similarTo(value: Json): readonly Json[] {
  if (typeof value === 'number') return [1, -1, 2, -2, 3, 4, 5, 0.5].map((offset) => value + offset);
  if (typeof value === 'string')
    return ['a', 'b', 'c', '0', '1'].flatMap((letter) => [value + letter, letter + value.slice(1)]);
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) =>
      similarTo(item).map((other) => value.with(index, other)),
    );
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    member === undefined ? [] : similarTo(member).map((other) => ({ ...value, [name]: other })),
  );
}
