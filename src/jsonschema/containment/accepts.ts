import { isObject, lookupKey, type Json } from '../../json/json.js';
import { matchPattern } from '../../json/pattern/match-pattern.js';
import { takeSteps } from './search-steps.js';
import { concerns, not, typeOf, typeOfValue, type Formula, type Test } from './formula.js';
import { hasFormat } from '../formats.js';
import { isMultiple } from './multiples.js';

/** Whether a value passes a formula; null where that cannot be decided, as for a format that svckit does not know. */
export function accepts(formula: Formula, value: Json): boolean | null {
  return evaluate(formula, value, null);
}

/** Whether a value passes all of some formulas: false as soon as one refuses it, else null where one is not decided. */
export function acceptsAll(formulas: readonly Formula[], value: Json): boolean | null {
  let verdict: boolean | null = true;
  for (const formula of formulas) {
    const one = accepts(formula, value);
    if (one === false) return false;
    verdict &&= one;
  }
  return verdict;
}

/** The schemas that are being evaluated, the innermost first. */
interface Open {
  readonly target: object;
  readonly value: Json;
  readonly depth: number;
  readonly outer: Open | null;
}

/** Schemas inside each other deeper than this are not evaluated. */
const deepestSchemas = 500;

function isOpen(open: Open | null, target: object, value: Json): boolean {
  for (let one = open; one; one = one.outer) {
    if (one.value !== value) return false;
    if (one.target === target) return true;
    takeSteps();
  }
  return false;
}

function evaluate(formula: Formula, value: Json, open: Open | null): boolean | null {
  takeSteps();
  switch (formula.kind) {
    case 'every':
      return all(formula.of, (part) => evaluate(part, value, open));
    case 'some':
      return any(formula.of, (part) => evaluate(part, value, open));
    case 'link':
      // A schema that is reached again without a step into the value adds nothing.
      if (isOpen(open, formula.target, value)) return !formula.negated;
      if (open !== null && open.depth > deepestSchemas) return null;
      return evaluate(formula.read(), value, {
        target: formula.target,
        value,
        depth: 1 + (open?.depth ?? 0),
        outer: open,
      });
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
  switch (test.kind) {
    case 'items':
      return all(itemsOf(value).slice(test.from, test.to), (item) => decide(test.is, item));
    case 'some item':
      return any(itemsOf(value).slice(test.from, test.to), (item) => decide(test.is, item));
    case 'contains':
      return counts(
        itemsOf(value).map((item) => decide(test.is, item)),
        test.min,
        test.max,
      );
    case 'required':
      return memberOf(value, test.name) !== undefined;
    case 'member': {
      const member = memberOf(value, test.name);
      return member === undefined ? true : decide(test.is, member);
    }
    case 'members':
      return all(membersOf(value), ([name, member]) => ifSo(concerns(test.which, name), () => decide(test.is, member)));
    case 'some member':
      return not(
        all(membersOf(value), ([name, member]) => ifSo(concerns(test.which, name), () => not(decide(test.is, member)))),
      );
    case 'names':
      return all(membersOf(value), ([name]) => decide(test.is, name));
    case 'some name':
      return any(membersOf(value), ([name]) => decide(test.is, name));
  }
}

function itemsOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function memberOf(value: Json, name: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function membersOf(value: Json): readonly (readonly [name: string, member: Json])[] {
  if (!isObject(value)) return [];
  const entries = Object.entries(value).filter((entry): entry is [string, Json] => entry[1] !== undefined);
  takeSteps(entries.length);
  return entries;
}

const isAsked = (verdict: boolean | null, test: { readonly not: boolean }) => (test.not ? not(verdict) : verdict);

const lists = new WeakMap<readonly Json[], ReadonlySet<Json>>();

/** Whether a list holds a value; looks it up. */
function includes(values: readonly Json[], value: Json): boolean {
  const keys = lists.get(values) ?? new Set(values.map(lookupKey));
  lists.set(values, keys);
  return keys.has(lookupKey(value));
}

/** What follows holds, or its condition does not. */
function ifSo(condition: boolean | null, follows: () => boolean | null): boolean | null {
  if (condition === false) return true;
  const verdict = follows();
  return condition || verdict ? verdict : null;
}

/** False as soon as one is false, else null if one is null. */
function all<Part>(parts: readonly Part[], decide: (part: Part) => boolean | null): boolean | null {
  let result: boolean | null = true;
  for (const part of parts) {
    const one = decide(part);
    if (one === false) return false;
    if (one === null) result = null;
  }
  return result;
}

/** True as soon as one is true, else null if one is null. */
function any<Part>(parts: readonly Part[], decide: (part: Part) => boolean | null): boolean | null {
  return not(all(parts, (part) => not(decide(part))));
}

function counts(found: readonly (boolean | null)[], min: number, max: number): boolean | null {
  const [sure, possible] = [found.filter((one) => one === true).length, found.filter((one) => one !== false).length];
  if (sure > max || possible < min) return false;
  return sure >= min && possible <= max ? true : null;
}

/** Whether no two items are equal. */
export function isUnique(items: readonly Json[]): boolean {
  takeSteps(items.length);
  return new Set(items.map(lookupKey)).size === items.length;
}

const hasPairs = /[\ud800-\udbff]/;

/** The length of a text in characters, of an array in items, of an object in members. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return hasPairs.test(value) ? [...value].length : value.length;
  if (Array.isArray(value)) return value.length;
  return isObject(value) ? Object.keys(value).length : 0;
}
