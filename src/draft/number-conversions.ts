import { isObject, type Json, type JsonObject, listAt, numberAt } from '../json/json.js';
import type { Conversion } from './step.js';
import { asItIs, clamped, guess, scaled } from './ways.js';

/** Cents, grams, milliseconds: units of money and measures differ by these. */
const factors = [100, 1000] as const;

/** Numbers of another unit or with other bounds; never certain. */
export function numberConversions(newer: Json, older: Json): readonly Conversion[] {
  if (!isNumber(newer) || !isNumber(older)) return [];
  return [...boundConversions(newer, older), ...unitConversions(newer, older)];
}

/** A unit that is a hundredth or a thousandth of the other, likeliest as the bounds say. */
export function unitConversions(newer: Json, older: Json): readonly Conversion[] {
  if (!isNumber(newer) || !isNumber(older)) return [];
  const ratio = ratioOf(newer, older);
  const found = factors.flatMap((factor) => [
    { ratio: factor, isFiner: true, factor },
    { ratio: 1 / factor, isFiner: false, factor },
  ]);
  return found
    .filter((one) => ratio === null || Math.abs(one.ratio - ratio) < 1e-9 * one.ratio)
    .filter(({ isFiner }) => isWhole(newer) === isWhole(older) || isFiner === isWhole(newer))
    .map(({ factor, isFiner }) => {
      const [more, less] = [
        scaled('*', factor, isWhole(isFiner ? newer : older)),
        scaled('/', factor, isWhole(isFiner ? older : newer)),
      ];
      return isFiner ? guess(less, more) : guess(more, less);
    });
}

/** Whether a number, or a list of numbers, has neither a largest value nor a default, which would be the same in one unit only. */
export function hasAnyUnit(schema: Json | undefined): boolean {
  if (!isObject(schema)) return false;
  if (schema['default'] !== undefined || schema['enum'] !== undefined || schema['const'] !== undefined) return false;
  if ([schema['items'], ...listAt(schema['anyOf'])].some(hasAnyUnit)) return true;
  const types = [schema['type'], ...listAt(schema['type'])];
  const most = numberAt(schema['maximum']) ?? numberAt(schema['exclusiveMaximum']);
  return numeric.some((type) => types.includes(type)) && (most == null || most === Number.MAX_SAFE_INTEGER);
}

const numeric = ['integer', 'number'];

/** A number that may be larger or smaller on one side is cut to what the other takes. */
function boundConversions(newer: JsonObject, older: JsonObject): readonly Conversion[] {
  if (newer['type'] !== older['type']) return [];
  const cut = (from: JsonObject, to: JsonObject) => {
    const [least, most] = (['minimum', 'maximum'] as const).map((keyword) => {
      const [own, wanted] = [numberAt(from[keyword]), numberAt(to[keyword])];
      if (wanted === null || wanted === undefined) return null;
      const exceeds = own === null || own === undefined || (keyword === 'maximum' ? own > wanted : own < wanted);
      return exceeds ? wanted : null;
    });
    return least === null && most === null ? asItIs : clamped({ least: least!, most: most! });
  };
  return [guess(cut(newer, older), cut(older, newer))];
}

/** How many of the newer unit one of the older has, as far as both bounds say it. */
function ratioOf(newer: JsonObject, older: JsonObject): number | null {
  const [now, before] = [numberAt(newer['maximum']), numberAt(older['maximum'])];
  if (now == null || before == null || before === 0) return null;
  const isAny = [now, before].includes(Number.MAX_SAFE_INTEGER);
  return isAny ? null : now / before;
}

const isNumber = (schema: Json): schema is JsonObject =>
  isObject(schema) && (schema['type'] === 'integer' || schema['type'] === 'number');
const isWhole = (schema: JsonObject) => schema['type'] === 'integer';
