import { isObject, sameJson, type Json } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { concerns, not, typeOf, typeOfValue, type Formula, type Test } from './formula.js';
import { hasFormat } from '../formats.js';
import { isMultiple } from './multiples.js';

/** Whether a value passes a formula; null where that cannot be decided, as for a format that svckit does not know. */
export function accepts(formula: Formula, value: Json): boolean | null {
  return evaluate(formula, value, []);
}

type Open = readonly (readonly [target: object, value: Json])[];

function evaluate(formula: Formula, value: Json, open: Open): boolean | null {
  switch (formula.kind) {
    case 'every':
      return allOf(formula.of.map((part) => () => evaluate(part, value, open)));
    case 'some':
      return not(allOf(formula.of.map((part) => () => not(evaluate(part, value, open)))));
    case 'link':
      // A schema that is reached again without a step into the value adds nothing.
      if (open.some(([target, seen]) => target === formula.target && seen === value)) return !formula.negated;
      return evaluate(formula.read(), value, [...open, [formula.target, value]]);
    default: {
      const type = typeOf(formula);
      return type !== null && type !== typeOfValue(value)
        ? true
        : passes(formula, value, (is, inner) => evaluate(is, inner, open));
    }
  }
}

type Evaluate = (formula: Formula, value: Json) => boolean | null;

function passes(test: Test, value: Json, decide: Evaluate): boolean | null {
  switch (test.kind) {
    case 'types':
      return test.types.has(typeOfValue(value));
    case 'values':
      return includes(test.values, value) !== test.not;
    case 'integer':
      return Number.isInteger(value) !== test.not;
    case 'range':
      return test.open
        ? (value as number) > test.min && (value as number) < test.max
        : (value as number) >= test.min && (value as number) <= test.max;
    case 'multiple':
      return isMultiple(value as number, test.of) !== test.not;
    case 'size':
      return sizeOf(value) >= test.min && sizeOf(value) <= test.max;
    case 'pattern':
      return isAsked(matchPattern(test.pattern, value as string), test);
    case 'format':
      return isAsked(typeof value === 'string' ? hasFormat(test.name, value) : null, test);
    case 'unreadable':
      return null;
    case 'declares':
      return true;
    case 'unique':
      return isUnique(value as readonly Json[]) !== test.not;
    default:
      return passesInside(test, value, decide);
  }
}

type InnerTest = Extract<
  Test,
  {
    readonly kind:
      | 'items'
      | 'some item'
      | 'contains'
      | 'required'
      | 'member'
      | 'members'
      | 'some member'
      | 'names'
      | 'some name';
  }
>;

function passesInside(test: InnerTest, value: Json, decide: Evaluate): boolean | null {
  const items = Array.isArray(value) ? (value as readonly Json[]) : [];
  const members = isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined)
    : [];
  switch (test.kind) {
    case 'items':
      return allOf(items.slice(test.from, test.to).map((item) => () => decide(test.is, item)));
    case 'some item':
      return not(allOf(items.slice(test.from, test.to).map((item) => () => not(decide(test.is, item)))));
    case 'contains':
      return counts(
        items.map((item) => decide(test.is, item)),
        test.min,
        test.max,
      );
    case 'required':
      return members.some(([name]) => name === test.name);
    case 'member':
      return allOf(
        members
          .filter(([name]) => name === test.name)
          .map(
            ([, member]) =>
              () =>
                decide(test.is, member),
          ),
      );
    case 'members':
      return allOf(
        members.map(
          ([name, member]) =>
            () =>
              ifSo(concerns(test.which, name), () => decide(test.is, member)),
        ),
      );
    case 'some member':
      return not(
        allOf(
          members.map(
            ([name, member]) =>
              () =>
                ifSo(concerns(test.which, name), () => not(decide(test.is, member))),
          ),
        ),
      );
    case 'names':
      return allOf(
        members.map(
          ([name]) =>
            () =>
              decide(test.is, name),
        ),
      );
    case 'some name':
      return not(
        allOf(
          members.map(
            ([name]) =>
              () =>
                not(decide(test.is, name)),
          ),
        ),
      );
  }
}

const isAsked = (verdict: boolean | null, test: { readonly not: boolean }) => (test.not ? not(verdict) : verdict);

const simpleValues = new WeakMap<readonly Json[], ReadonlySet<Json>>();

/** Whether a list holds a value; looks up what is neither a list nor an object. */
function includes(values: readonly Json[], value: Json): boolean {
  if (typeof value === 'object' && value !== null) return values.some((one) => sameJson(one, value));
  const simple = simpleValues.get(values) ?? new Set(values);
  simpleValues.set(values, simple);
  return simple.has(value);
}

/** What follows holds, or its condition does not. */
function ifSo(condition: boolean | null, follows: () => boolean | null): boolean | null {
  if (condition === false) return true;
  const verdict = follows();
  return condition || verdict ? verdict : null;
}

/** False as soon as one is false, else null if one is null. */
function allOf(parts: readonly (() => boolean | null)[]): boolean | null {
  let result: boolean | null = true;
  for (const part of parts) {
    const one = part();
    if (one === false) return false;
    if (one === null) result = null;
  }
  return result;
}

function counts(found: readonly (boolean | null)[], min: number, max: number): boolean | null {
  const [sure, possible] = [found.filter((one) => one === true).length, found.filter((one) => one !== false).length];
  if (sure > max || possible < min) return false;
  return sure >= min && possible <= max ? true : null;
}

/** Whether no two items are equal. */
export function isUnique(items: readonly Json[]): boolean {
  return items.every((item, index) => !items.slice(0, index).some((other) => sameJson(item, other)));
}

/** The length of a text in characters, of an array in items, of an object in members. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return [...value].length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}
