import fc from 'fast-check';
import type { $ZodType } from 'zod/v4/core';
import { type Limits, limitsOf, noLimits } from '../../schema/zod-limits.js';
import { type Drawing, parsed } from './drawing.js';
import { stringsOf } from './string-values.js';
import { listed, plain, type Values } from './values.js';

/** Candidates for a number: small ones, of the whole range, and those at bounds. */
export function numbersOf(schema: $ZodType, { words, bounds }: Drawing): Values {
  const limits = limitsOf(schema);
  const step = limits.multipleOf === null ? (limits.whole ? 1 : 0.25) : Number(limits.multipleOf);
  const [min, max] = [lowest(limits, -1e6), highest(limits, 1e6)];
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  const isStepped = first <= last;
  const others = isStepped
    ? fc.integer({ min: first, max: last }).map((count) => count * step, countOf(step))
    : fc.double({ min, max, noNaN: true });
  if (!bounds) return plain(others);
  const fine = limits.whole || limits.multipleOf !== null ? [] : fractions;
  const candidates = [
    ...nearest,
    ...fine,
    ...around(limits, step),
    ...words.map(Number).flatMap((word) => [word, word - 1, word + 1]),
    ...far,
  ];
  const accepted = [...new Set(candidates)].filter((value) => parsed(schema, value)?.value === value);
  return listed([...accepted, ...(accepted.includes(0) ? [-0] : [])], others);
}

const nearest = [0, 1, -1, 7, 10];
const fractions = [0.5, 0.1, -0.1, 1.005, 0.1 + 0.2, 1 / 3];
/** Those of 32 bits, and beyond them. */
const far = [2 ** 31 - 1, -(2 ** 31), 2 ** 31, -(2 ** 31) - 1];

/** Declared bounds and their neighbours. */
function around({ minimum, maximum }: Limits, step: number): readonly number[] {
  const [min, max] = [minimum, maximum].map((bound) => (bound ? [Number(bound.value)] : []));
  return [...min!.flatMap((value) => [value, value + step]), ...max!.flatMap((value) => [value, value - step])];
}

/** How many steps a number has; throws for one that is between two of them. */
const countOf = (step: number) => (value: unknown) => {
  const count = Number(value) / step;
  if (!Number.isSafeInteger(count)) throw new RangeError(`${String(value)} is no multiple of ${step}.`);
  return count;
};

export function bigIntsOf(schema: $ZodType, { bounds }: Drawing): Values {
  const limits = limitsOf(schema);
  const { minimum, maximum } = limits;
  const step = BigInt(limits.multipleOf ?? 1);
  const min = minimum === null ? null : BigInt(minimum.value);
  const max = maximum === null ? null : BigInt(maximum.value);
  const range = { min: (min ?? (max ?? 1000n) - 2000n) / step, max: (max ?? (min ?? -1000n) + 2000n) / step };
  const others = fc.bigInt(range).map((count) => count * step);
  if (!bounds) return plain(others);
  const candidates = [0n, 1n, -1n, ...[min, max].flatMap((bound) => bound ?? []), 2n ** 53n + 1n, -(2n ** 64n)];
  return listed(
    [...new Set(candidates)].filter((value) => parsed(schema, value)),
    others,
  );
}

const earliest = Date.UTC(2000, 0);
const latest = Date.UTC(2040, 0);

export function datesOf(schema: $ZodType, { bounds }: Drawing): Values {
  const limits = limitsOf(schema);
  const others = fc
    .integer({ min: lowest(limits, earliest, latest), max: highest(limits, latest, earliest) })
    .map((time) => new Date(time), timeOf);
  if (!bounds) return plain(others);
  const { minimum, maximum } = limits;
  const times = [
    ...monthEnds,
    bounds.today.getTime(),
    new Date(bounds.today).setUTCHours(0, 0, 0, 0),
    ...[minimum, maximum].flatMap((bound) => (bound ? [Number(bound.value)] : [])),
  ];
  const dates = [...new Set(times)].map((time) => new Date(time));
  return listed(
    dates.filter((date) => parsed(schema, date)),
    others,
  );
}

const monthEnds = [0, Date.UTC(2026, 0, 31), Date.UTC(2024, 1, 29), Date.UTC(2027, 0) - 1];

const timeOf = (value: unknown) => (value as Date).getTime();

/** The texts that a schema accepts, as it returns them. */
export function textsOf(schema: $ZodType, drawing: Drawing): Values {
  const draw = texts.get(schema) ?? stringsOf(limitsOf(schema), (text) => parsed(schema, text)?.value);
  texts.set(schema, draw);
  return draw(drawing);
}

/** Many changes convert values with the same members. */
const texts = new WeakMap<$ZodType, ReturnType<typeof stringsOf>>();

export const templateTextsOf = ({ _zod }: $ZodType, drawing: Drawing): Values =>
  stringsOf({
    ...noLimits,
    formats: [{ name: 'template', pattern: (_zod as { pattern?: RegExp }).pattern ?? null }],
  })(drawing);

/** A schema with one bound far from the usual range has a range of the same width beside that bound. */
function lowest({ minimum, maximum }: Limits, usual: number, other = -usual): number {
  if (minimum) return Number(minimum.value);
  return maximum && Number(maximum.value) < usual ? Number(maximum.value) - Math.abs(other - usual) : usual;
}

function highest({ minimum, maximum }: Limits, usual: number, other = -usual): number {
  if (maximum) return Number(maximum.value);
  return minimum && Number(minimum.value) > usual ? Number(minimum.value) + Math.abs(other - usual) : usual;
}
