import fc from 'fast-check';
import type { Json } from '../../json/json.js';

/** Values of a schema that requests carry: some that cover what it says, and any number of others. */
export interface Drawn {
  /** Each bound, each value of an enum, each alternative; the plainest first. */
  readonly covering: readonly Json[];
  readonly any: fc.Arbitrary<Json>;
}

/** These values and no others; null where there are none. */
export function drawFixed(values: readonly Json[]): Drawn | null {
  return values.length === 0 ? null : { covering: values, any: fc.constantFrom(...values) };
}

/** Draws that pass, of a few tried; `otherwise` where none does, so that no draw goes on for ever. */
export function drawWhere<T>(any: fc.Arbitrary<T>, passes: (value: T) => boolean, otherwise: T): fc.Arbitrary<T> {
  return fc.array(any, { minLength: 10, maxLength: 10 }).map((values) => values.find(passes) ?? otherwise);
}
