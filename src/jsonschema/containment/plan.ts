import type { Json } from '../../json/json.js';
import type { Formula } from './formula.js';
import { impliesFormat } from '../formats.js';

/** Formulas that one value has to pass together. */
export type Needs = readonly Formula[];

/** A way to make a value from smaller ones. */
export interface Plan {
  /** What the parts have to pass; every part is needed. */
  readonly parts: readonly Needs[];
  /** Parts of which some are needed, whichever exist. */
  readonly extras: readonly Needs[];
  readonly extrasNeeded: number;
  /** Puts the value together; undefined when the parts do not fit. `extras` holds null where there is no value. */
  readonly build: (parts: readonly Json[], extras: readonly (Part | null)[]) => Json | undefined;
}

/** A value that was found for a part. */
export interface Part {
  readonly value: Json;
}

/** The plans for the values of a formula. */
export interface Plans {
  readonly plans: readonly Plan[];
  /** There may be values that no plan makes. */
  readonly isPartial: boolean;
}

/** A plan for a value that needs no parts. */
export function planValue(value: Json): Plan {
  return { parts: [], extras: [], extrasNeeded: 0, build: () => value };
}

export const noPlans: Plans = Object.freeze({ plans: Object.freeze([]), isPartial: false });

/** The tests of one kind. */
export function testsOf<Kind extends Formula['kind']>(tests: readonly Formula[], kind: Kind) {
  return tests.filter((test): test is Extract<Formula, { readonly kind: Kind }> => test.kind === kind);
}

/** Whether some formats that are asked for and excluded leave no value. */
export function excludeEachOther(formats: readonly Extract<Formula, { readonly kind: 'format' }>[]): boolean {
  const excluded = [...new Set(formats.filter(({ not }) => not).map(({ name }) => name))];
  return formats.some(({ not, name }) => !not && excluded.some((other) => impliesFormat(name, other)));
}

/** What tests of a size or a count leave: from the highest minimum to the lowest maximum. */
export function sizeWithin(
  tests: readonly Formula[],
  on: 'string' | 'array' | 'object',
): { readonly min: number; readonly max: number } {
  const own = testsOf(tests, 'size').filter((test) => test.on === on);
  return { min: Math.max(0, ...own.map(({ min }) => min)), max: Math.min(Infinity, ...own.map(({ max }) => max)) };
}
