import { every, jsonTypes, nothing, some, typeOf, types, type Formula, type Link, type Test } from './formula.js';

const known = new WeakMap<Formula, Formula>();

/** The formula that passes exactly the values that another one refuses; the same object for the same formula. */
export function negate(formula: Formula): Formula {
  const found = known.get(formula);
  if (found) return found;
  const opposite = oppositeOf(formula);
  declareOpposites(formula, opposite);
  return opposite;
}

/** Makes two formulas each other's opposites. */
export function declareOpposites(formula: Formula, opposite: Formula): void {
  known.set(formula, opposite);
  if (!known.has(opposite)) known.set(opposite, formula);
}

function oppositeOf(formula: Formula): Formula {
  switch (formula.kind) {
    case 'every':
      return some(formula.of.map(negate));
    case 'some':
      return every(formula.of.map(negate));
    case 'link':
      return { ...formula, negated: !formula.negated, read: () => negate(formula.read()) } satisfies Link;
    case 'types':
      return types(...jsonTypes.filter((type) => !formula.types.has(type)));
    case 'values':
    case 'unreadable':
      return { ...formula, not: !formula.not };
    case 'declares':
      return nothing;
    default:
      return every([types(typeOf(formula)!), oppositeTest(formula)]);
  }
}

type TypedTest = Exclude<Test, { readonly kind: 'types' | 'values' | 'unreadable' | 'declares' }>;

function oppositeTest(test: TypedTest): Formula {
  switch (test.kind) {
    case 'integer':
    case 'multiple':
    case 'pattern':
    case 'format':
    case 'unique':
      return { ...test, not: !test.not };
    case 'range':
      return some([
        ...(test.min === -Infinity ? [] : [{ ...test, min: -Infinity, max: test.min, open: !test.open }]),
        ...(test.max === Infinity ? [] : [{ ...test, min: test.max, max: Infinity, open: !test.open }]),
      ]);
    case 'contains':
      return some([
        ...(test.min === 0 ? [] : [atMost(test, test.min - 1)]),
        ...(test.max === Infinity ? [] : [{ ...test, min: test.max + 1, max: Infinity }]),
      ]);
    case 'size':
      return some([
        ...(test.min === 0 ? [] : [{ ...test, min: 0, max: test.min - 1 }]),
        ...(test.max === Infinity ? [] : [{ ...test, min: test.max + 1, max: Infinity }]),
      ]);
    case 'items':
      return { ...test, kind: 'some item', is: negate(test.is) };
    case 'some item':
      return { ...test, kind: 'items', is: negate(test.is) };
    case 'required':
      return { kind: 'member', name: test.name, is: nothing };
    case 'member':
      return every([
        { kind: 'required', name: test.name, isAsked: false },
        { kind: 'member', name: test.name, is: negate(test.is) },
      ]);
    case 'members':
      return { ...test, kind: 'some member', is: negate(test.is) };
    case 'some member':
      return { ...test, kind: 'members', is: negate(test.is) };
    case 'names':
      return { kind: 'some name', is: negate(test.is) };
    case 'some name':
      return { kind: 'names', is: negate(test.is) };
  }
}

/** At most none of the items is every item not. */
function atMost(test: Extract<Test, { readonly kind: 'contains' }>, max: number): Formula {
  return max === 0 ? { kind: 'items', from: 0, to: Infinity, is: negate(test.is) } : { ...test, min: 0, max };
}
