import { listAt, isObject, type Json, type JsonObject } from '../../json/json.js';
import { patternOf } from '../literals.js';
import { type Chain, literal, method, zod } from '../syntax.js';
import { knownFormats } from './formats.js';

/** A schema of one type, and those of its keywords that Zod has no words for. */
export interface Typed {
  readonly base: Chain;
  readonly kept: JsonObject;
}

const sizeOf = (value: Json | undefined) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
const boundOf = (value: Json | undefined) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Removes what was said from the keywords that are kept. */
export function without(kept: JsonObject, said: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(kept).filter(([keyword]) => !said.includes(keyword)));
}

/** `.min(1).max(9)`, or `.length(9)`. */
export function limitSize(base: Chain, least: Json | undefined, most: Json | undefined): Chain {
  const [min, max] = [sizeOf(least), sizeOf(most)];
  if (min !== null && min === max) return method(base, 'length', literal(min));
  const limited = min === null ? base : method(base, 'min', literal(min));
  return max === null ? limited : method(limited, 'max', literal(max));
}

/** The patterns beside a text's own: Zod writes several as an allOf. */
export function morePatterns({ allOf }: JsonObject): readonly string[] | null {
  const members = listAt(allOf);
  const isPattern = (member: Json) =>
    isObject(member) && typeof member['pattern'] === 'string' && Object.keys(member).length === 1;
  return members.length > 0 && members.every(isPattern)
    ? members.map((member) => (member as JsonObject)['pattern'] as string)
    : null;
}

export function printString(keywords: JsonObject, more: readonly string[]): Typed {
  const { format, pattern, contentEncoding, minLength, maxLength } = keywords;
  const patterns = [...(typeof pattern === 'string' ? [pattern] : []), ...more];
  const known = knownFormats().find(
    (one) =>
      one.format === format &&
      one.contentEncoding === contentEncoding &&
      (one.pattern === undefined ? one.format !== undefined : patterns.includes(one.pattern)),
  );
  const rest = patterns.filter((one) => one !== known?.pattern);
  const written = rest.map(patternOf);
  const said = ['minLength', 'maxLength', ...(known ? ['format', 'contentEncoding'] : [])];
  if (typeof pattern !== 'string' || !written.includes(null)) said.push('pattern');
  const sized = limitSize(known?.expression ?? zod('string'), minLength, maxLength);
  const base = written.reduce<Chain>((all, one) => (one ? method(all, 'regex', one) : all), sized);
  return { base, kept: without(keywords, said) };
}

const ranges = {
  int: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
} as const;

const bounds = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'] as const;
const steps = { minimum: 'min', exclusiveMinimum: 'gt', maximum: 'max', exclusiveMaximum: 'lt' } as const;

export function printNumber(keywords: JsonObject): Typed {
  const factor = boundOf(keywords['multipleOf']);
  const base = limit(zod('number'), keywords, []);
  return {
    base: factor !== null && factor > 0 ? method(base, 'multipleOf', literal(factor)) : base,
    kept: without(keywords, [...bounds, 'multipleOf']),
  };
}

/** Zod's integers are safe ones, so an integer without bounds is a multiple of 1 in Zod. */
export function printInteger(keywords: JsonObject): Typed {
  const factor = boundOf(keywords['multipleOf']);
  const isWhole = factor !== null && factor > 0 && Number.isInteger(factor);
  const kept = without(keywords, isWhole || factor === null ? [...bounds, 'multipleOf'] : bounds);
  const [least, most] = [
    boundOf(keywords['minimum']) ?? boundOf(keywords['exclusiveMinimum']),
    boundOf(keywords['maximum']) ?? boundOf(keywords['exclusiveMaximum']),
  ];
  const [safeLeast, safeMost] = ranges.int;
  if (least === null || most === null || least < safeLeast || most > safeMost || least > safeMost || most < safeLeast) {
    const base = limit(method(zod('number'), 'multipleOf', literal(isWhole ? factor : 1)), keywords, []);
    return { base, kept: { type: 'integer', ...kept } };
  }
  const range = (['int32', 'uint32', 'int'] as const).find(
    (one) => one === 'int' || (keywords['minimum'] === ranges[one][0] && keywords['maximum'] === ranges[one][1]),
  )!;
  const base = limit(zod(range), keywords, ranges[range]);
  return { base: isWhole ? method(base, 'multipleOf', literal(factor)) : base, kept };
}

/** A number with its bounds, but for those that it has of itself. */
function limit(base: Chain, keywords: JsonObject, own: readonly number[]): Chain {
  return bounds.reduce((limited, bound) => {
    const value = boundOf(keywords[bound]);
    return value === null || (own.includes(value) && !bound.startsWith('exclusive'))
      ? limited
      : method(limited, steps[bound], literal(value));
  }, base);
}
