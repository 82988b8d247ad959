import { acceptsAll } from './accepts.js';
import type { Test } from './formula.js';
import { commonMultiple, isMultiple } from './multiples.js';
import { excludeEachOther, noPlans, planValue, testsOf, type Plans } from './plan.js';
import { takeSteps } from './search-steps.js';

/** The most multiples that are tried. */
const maximumTries = 400;

/** Plans for a number. */
export function planNumber(tests: readonly Test[]): Plans {
  const ranges = testsOf(tests, 'range');
  const [min, max] = [Math.max(...ranges.map((range) => range.min)), Math.min(...ranges.map((range) => range.max))];
  if (min > max || isContradiction(tests)) return noPlans;
  const steps = testsOf(tests, 'multiple')
    .filter(({ not }) => !not)
    .map(({ of }) => of);
  if (testsOf(tests, 'integer').some(({ not }) => !not)) steps.push(1);
  takeSteps(steps.length);
  const step = steps.length === 0 ? null : commonMultiple(steps);
  if (step !== null && testsOf(tests, 'multiple').some(({ not, of }) => not && isMultiple(step, of))) return noPlans;
  if (step !== null && isMultiple(step, 1) && testsOf(tests, 'integer').some(({ not }) => not)) return noPlans;
  const { numbers, isComplete } = step === null ? anyNumbers(min, max, tests) : multiples(step, min, max);
  let best: number | undefined;
  let isUnsure = !isComplete;
  for (const number of numbers) {
    if (best !== undefined && shortestFirst(best, number) <= 0) continue;
    const verdict = acceptsAll(tests, number);
    if (verdict === true) best = number;
    else if (verdict === null) isUnsure = true;
  }
  return { plans: best === undefined ? [] : [planValue(best)], isPartial: best === undefined && isUnsure };
}

/** Formats that only numbers have cannot be tested; one that is required and excluded at once leaves nothing. */
function isContradiction(tests: readonly Test[]): boolean {
  return excludeEachOther(testsOf(tests, 'format').filter(({ on }) => on === 'number'));
}

interface Numbers {
  readonly numbers: readonly number[];
  readonly isComplete: boolean;
}

function multiples(step: number, min: number, max: number): Numbers {
  const [first, last] = [Math.ceil(min / step), Math.floor(max / step)];
  const from = Math.min(Math.max(0, first), last);
  const numbers: number[] = [];
  const times = multiplier(step);
  for (let distance = 0; distance < maximumTries / 2; distance += 1) {
    for (const count of distance === 0 ? [from] : [from + distance, from - distance]) {
      if (count >= first && count <= last) numbers.push(times(count));
    }
  }
  return { numbers, isComplete: last - first < maximumTries / 2 };
}

/** Multiplies a step without the dust of binary fractions. */
function multiplier(step: number): (count: number) => number {
  const digits = /\.(\d+)/.exec(String(step))?.[1]?.length ?? 0;
  return (count) => {
    const product = digits === 0 ? count * step : Number((count * step).toFixed(digits));
    return product === 0 ? 0 : product;
  };
}

function anyNumbers(min: number, max: number, tests: readonly Test[]): Numbers {
  if (min === max) return { numbers: [min], isComplete: true };
  const near = [min, max]
    .filter(Number.isFinite)
    .flatMap((bound) => [-1, -0.5, 0, 0.5, 1].map((offset) => bound + offset));
  const middle =
    Number.isFinite(min) && Number.isFinite(max) ? [0.5, 0.25, 0.75, 0.1].map((part) => min + (max - min) * part) : [];
  const halves = testsOf(tests, 'multiple').flatMap(({ of }) => [of / 2, of, min + of / 2, max - of / 2]);
  const plain = [0, 1, -1, 2, 3, 0.5, -0.5, 1.5, 0.1, 10, 100, 1000];
  return { numbers: [...plain, ...near, ...middle, ...halves].filter(Number.isFinite), isComplete: false };
}

function shortestFirst(left: number, right: number): number {
  return String(left).length - String(right).length || Math.abs(left) - Math.abs(right) || right - left;
}
