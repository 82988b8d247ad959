import { isObject, numberAt } from '../json/json.js';
import { valuesOf } from './enum-conversions.js';
import type { KnownValue, Member } from './step.js';

/**
 * What a member may stand for that the other side lacks, the likeliest first: its default, nothing where it is optional, null, one of a few values.
 * Undefined, the last one where only a person knows it. A default that is a bound of pages is one guess beside the largest page: a list had them all.
 */
export function knownValues({ schema, isRequired }: Member): readonly (KnownValue | undefined)[] {
  const usual = isObject(schema) ? schema['default'] : undefined;
  const isOneOf = valuesOf(schema) !== null;
  if (usual !== undefined) {
    const most = isObject(schema) && schema['type'] === 'integer' ? numberAt(schema['maximum']) : null;
    if (most === null || most === Number.MAX_SAFE_INTEGER || most === usual)
      return [{ known: usual, isGuess: false, isOneOf }];
    return [
      { known: usual, isGuess: true },
      { known: most, isGuess: true },
    ];
  }
  if (!isRequired) return [{ known: undefined, isGuess: false }];
  const [only, ...others] = isObject(schema) ? (valuesOf(schema) ?? []) : [];
  if (only !== undefined && others.length === 0) return [{ known: only, isGuess: false, isOneOf }];
  const values =
    isObject(schema) && schema['type'] === 'boolean' ? [false, true] : only === undefined ? [] : [only, ...others];
  return values.length > mostValues
    ? [undefined]
    : [...values.map((known) => ({ known, isGuess: true, isOneOf })), undefined];
}

const mostValues = 6;
