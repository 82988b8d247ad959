import fc from 'fast-check';
import type { $ZodType } from 'zod/v4/core';
import { type Limits, limitsOf, noLimits } from '../../../schema/zod-limits.js';
import { parsed, type Reading } from './reading.js';
import { stringsOf } from './string-values.js';
import { plain, type Values } from './values.js';

/** Candidates for a number: small ones, and of the whole range. */
export function numbersOf(schema: $ZodType): Values {
  const limits = limitsOf(schema);
  const step = limits.multipleOf === null ? (limits.whole ? 1 : 0.25) : Number(limits.multipleOf);
  const [min, max] = [lowest(limits, -1e6), highest(limits, 1e6)];
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  if (first > last) return plain(fc.double({ min, max, noNaN: true }));
  return plain(fc.integer({ min: first, max: last }).map((count) => count * step));
}

export function bigIntsOf(schema: $ZodType): Values {
  const limits = limitsOf(schema);
  const { minimum, maximum } = limits;
  const step = BigInt(limits.multipleOf ?? 1);
  const min = minimum === null ? null : BigInt(minimum.value);
  const max = maximum === null ? null : BigInt(maximum.value);
  const range = { min: (min ?? (max ?? 1000n) - 2000n) / step, max: (max ?? (min ?? -1000n) + 2000n) / step };
  return plain(fc.bigInt(range).map((count) => count * step));
}

const earliest = Date.UTC(2000, 0);
const latest = Date.UTC(2040, 0);

export function datesOf(schema: $ZodType): Values {
  const limits = limitsOf(schema);
  return plain(
    fc
      .integer({ min: lowest(limits, earliest, latest), max: highest(limits, latest, earliest) })
      .map((time) => new Date(time)),
  );
}

/** The texts that a schema accepts, as it returns them. */
export const textsOf = (schema: $ZodType, { words }: Reading): Values =>
  stringsOf(limitsOf(schema), words, (text) => parsed(schema, text)?.value);

export const templateTextsOf = ({ _zod }: $ZodType): Values =>
  stringsOf({ ...noLimits, formats: [{ name: 'template', pattern: (_zod as { pattern?: RegExp }).pattern ?? null }] });

/** A schema with one bound far from the usual range has a range of the same width beside that bound. */
function lowest({ minimum, maximum }: Limits, usual: number, other = -usual): number {
  if (minimum) return Number(minimum.value);
  return maximum && Number(maximum.value) < usual ? Number(maximum.value) - Math.abs(other - usual) : usual;
}

function highest({ minimum, maximum }: Limits, usual: number, other = -usual): number {
  if (maximum) return Number(maximum.value);
  return minimum && Number(minimum.value) > usual ? Number(minimum.value) + Math.abs(other - usual) : usual;
}
