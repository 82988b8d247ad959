import fc from 'fast-check';
import type { Json } from '../../json/json.js';
import { recordValue } from './recorded-value.js';
import { later, UngeneratableError } from '../values/values.js';
import { valuesOfInput } from '../values/values-of-input.js';
import type { Way } from '../way.js';

const fewest = 20;
const most = 60;
const seed = 1;

const textOf = (value: unknown) => JSON.stringify(recordValue(value));

/**
 * Twenty values for a way of a change, or as many as cover each union option, each enum value, and each optional member
 * present and absent, which come first. The same schemas give the same values; none for a schema without values.
 */
export function drawInputs({ input }: Way): readonly Json[] {
  try {
    const { any, each } = valuesOfInput(input);
    const covering = each.slice(0, most).map((one, index) => fc.sample(one, { numRuns: 1, seed: seed + index })[0]);
    const wanted = Math.max(fewest, covering.length);
    const texts = new Set(covering.map(textOf));
    for (const draw of fc.sample(later(any), { numRuns: fewest * 3, seed }))
      if (texts.size < wanted) texts.add(textOf(draw()));
    return [...texts].map((text) => JSON.parse(text) as Json);
  } catch (error) {
    if (error instanceof UngeneratableError) return [];
    throw error;
  }
}
