import type { Json } from '../../json/json.js';
import { accepts } from './accepts.js';
import type { Branch, Surroundings } from './branch.js';
import type { SchemaClasses } from './same-schemas.js';
import { anything, every, nothing, type Formula, type JsonType } from './formula.js';
import { noPlans, planValue, type Needs, type Part, type Plan, type Plans } from './plan.js';
import { planArray } from './plan-array.js';
import { planNumber } from './plan-number.js';
import { planObject } from './plan-object.js';
import { planString } from './plan-string.js';
import { SmallestFirst } from './smallest-first.js';
import { splitBranches } from './split-branches.js';
import { takeSteps, withinSteps } from './search-steps.js';
import type { Budget } from '../../json/pattern/step-limit.js';

/** What is known about a formula: a value that passes it, a proof that no value does, or neither. */
export type SearchResult =
  | { readonly kind: 'found'; readonly value: Json }
  | { readonly kind: 'empty' }
  | { readonly kind: 'unknown' };

/** Finds a small value that passes some formulas together, within a number of steps. */
export type FindValue = (formulas: () => readonly Formula[], steps: Budget) => SearchResult;

/** A set of formulas that one value has to pass. */
interface Goal {
  readonly key: string;
  readonly needs: Needs;
  state: 'new' | 'open' | 'found' | 'empty' | 'unknown';
  value: Json;
  size: number;
  depth: number;
  /** None once it is settled, as what waits for it: a search remembers results, and plans take much memory. */
  plans: readonly PlanInProgress[];
  /** Some values may have been missed. */
  isPartial: boolean;
  waiting: PlanInProgress[];
}

interface PlanInProgress {
  readonly goal: Goal;
  readonly plan: Plan;
  readonly parts: readonly Goal[];
  readonly extras: readonly Goal[];
  isBuilt: boolean;
}

/** Values nested deeper than this are not made up. */
const maximumDepth = 40;

/** The longest values that are made up, as JSON. */
const maximumSize = 100_000;

/** Creates a search that remembers what it found; schemas that contain themselves are fine. */
export function createValueSearch(classes: SchemaClasses): FindValue {
  const around: Surroundings = { classes, verdicts: new WeakMap() };
  const goals = new Map<string, Goal>();
  const numbers = new WeakMap<Formula, number>();
  let lastNumber = 0;
  const numberOf = (formula: Formula): number => {
    if (!numbers.has(formula)) numbers.set(formula, (lastNumber += 1));
    return numbers.get(formula)!;
  };
  const goalOf = (needs: Needs): Goal => {
    for (const one of needs) takeSteps(one.kind === 'every' ? one.of.length : 1);
    const distinct = [...new Set(needs.flatMap((one) => (one.kind === 'every' ? one.of : [one])))].filter(
      (one) => one !== anything,
    );
    takeSteps();
    const key = distinct
      .map(numberOf)
      .sort((left, right) => left - right)
      .join();
    const known = goals.get(key);
    if (known) return known;
    const goal: Goal = {
      key,
      needs: distinct,
      state: 'new',
      value: null,
      size: 0,
      depth: 0,
      plans: [],
      isPartial: false,
      waiting: [],
    };
    if (distinct.includes(nothing)) goal.state = 'empty';
    goals.set(key, goal);
    return goal;
  };

  const open = (goal: Goal): void => {
    const made = planGoal(goal.needs, around);
    goal.plans = made.plans.map((plan) => ({
      goal,
      plan,
      parts: plan.parts.map(goalOf),
      extras: plan.extras.map(goalOf),
      isBuilt: false,
    }));
    goal.state = 'open';
    goal.isPartial = made.isPartial;
    for (const plan of goal.plans)
      for (const part of new Set([...plan.parts, ...plan.extras])) if (isOpen(part)) part.waiting.push(plan);
  };

  const search = (root: Goal, visited: Set<Goal>, ready: Ready): void => {
    let layer: readonly Goal[] = [root];
    while (layer.length > 0 && isOpen(root)) {
      for (const goal of layer) {
        if (goal.state !== 'new') continue;
        open(goal);
        for (const plan of goal.plans) build(plan, ready);
      }
      settle(ready);
      layer = nextLayer(layer, visited);
    }
    if (isOpen(root)) close(visited);
  };

  /** What a search leaves half done proves nothing; who asks again starts anew. */
  const forget = (goal: Goal): void => {
    if (!isOpen(goal)) return;
    goal.state = 'unknown';
    goals.delete(goal.key);
  };

  return (formulas, steps) => {
    const visited = new Set<Goal>();
    const ready: Ready = new SmallestFirst();
    const found = withinSteps(steps, (): SearchResult => {
      const root = goalOf(formulas());
      visited.add(root);
      search(root, visited, ready);
      if (root.state === 'found') return { kind: 'found', value: root.value };
      return { kind: root.state === 'empty' ? 'empty' : 'unknown' };
    });
    if (found !== null) return found;
    visited.forEach(forget);
    for (let next = ready.pop(); next; next = ready.pop()) forget(next.goal);
    return { kind: 'unknown' };
  };
}

function isOpen({ state }: Goal): boolean {
  return state === 'new' || state === 'open';
}

function nextLayer(layer: readonly Goal[], visited: Set<Goal>): readonly Goal[] {
  const next: Goal[] = [];
  for (const goal of layer) {
    if (!isOpen(goal)) continue;
    for (const { parts, extras } of goal.plans) {
      takeSteps(1 + ((parts.length + extras.length) >> 2));
      if (parts.some(({ state }) => state === 'empty')) continue;
      for (const part of [...parts, ...extras]) {
        if (visited.has(part) || !isOpen(part)) continue;
        visited.add(part);
        next.push(part);
      }
    }
  }
  return next;
}

type Ready = SmallestFirst<{
  readonly goal: Goal;
  readonly value: Json;
  readonly size: number;
  readonly depth: number;
}>;

/** Puts a value together as soon as its parts are there. */
function build(state: PlanInProgress, ready: Ready): void {
  const { goal, plan, parts, extras } = state;
  takeSteps();
  if (state.isBuilt || !isOpen(goal) || !parts.every((part) => part.state === 'found')) return;
  takeSteps((parts.length + extras.length) >> 2);
  const more = extras.map((extra): Part | null => (extra.state === 'found' ? { value: extra.value } : null));
  if (more.filter((extra) => extra !== null).length < plan.extrasNeeded) return;
  const depth = 1 + deepestOf(parts, extras);
  const isTooLarge = depth > maximumDepth || parts.reduce((sum, { size }) => sum + size, 0) > maximumSize;
  const value = isTooLarge
    ? undefined
    : plan.build(
        parts.map((part) => part.value),
        more,
      );
  const size = value === undefined ? 0 : JSON.stringify(value).length;
  takeSteps(size >> 6);
  state.isBuilt = true;
  if (value === undefined || size > maximumSize) goal.isPartial = true;
  else ready.push(size, { goal, value, size, depth });
}

function deepestOf(...lists: readonly (readonly Goal[])[]): number {
  let deepest = 0;
  for (const list of lists) for (const { depth } of list) deepest = Math.max(deepest, depth);
  return deepest;
}

/** Settles goals, those with the smallest values first, and what follows from them. */
function settle(ready: Ready): void {
  for (let next = ready.pop(); next; next = ready.pop()) {
    const { goal, value, size, depth } = next;
    if (!isOpen(goal)) continue;
    const { waiting } = goal;
    Object.assign(goal, { state: 'found', value, size, depth, plans: [], waiting: [] });
    for (const plan of waiting) build(plan, ready);
  }
}

/** When nothing is left to try, what has no value is empty, unless something on the way to a value is unknown. */
function close(visited: ReadonlySet<Goal>): void {
  const undecided = [...visited].filter(isOpen);
  const unknown = new Set(undecided.filter(({ isPartial, state }) => isPartial || state === 'new'));
  const mayExist = (goal: Goal) => goal.state === 'found' || goal.state === 'unknown' || unknown.has(goal);
  const waiting = [...unknown, ...undecided];
  for (let goal = waiting.pop(); goal; goal = waiting.pop()) {
    if (!unknown.has(goal) && !goal.plans.some((state) => !state.isBuilt && canComplete(state, mayExist))) continue;
    const isNew = !unknown.has(goal);
    unknown.add(goal);
    if (isNew)
      for (const plan of goal.waiting) if (isOpen(plan.goal) && visited.has(plan.goal)) waiting.push(plan.goal);
  }
  for (const goal of undecided)
    Object.assign(goal, { state: unknown.has(goal) ? 'unknown' : 'empty', plans: [], waiting: [] });
}

function canComplete({ plan, parts, extras }: PlanInProgress, mayExist: (goal: Goal) => boolean): boolean {
  return parts.every(mayExist) && extras.filter(mayExist).length >= plan.extrasNeeded;
}

function planGoal(needs: Needs, around: Surroundings): Plans {
  const { branches, isPartial } = splitBranches(needs, around);
  const all = branches.flatMap((branch) => planBranch(branch, needs));
  return { plans: all.flatMap(({ plans }) => plans), isPartial: isPartial || all.some((one) => one.isPartial) };
}

function planBranch(branch: Branch, needs: Needs): readonly Plans[] {
  if (branch.values !== null) return [planValues(branch.values, needs)];
  const made = [...branch.types].map((type) => planners[type](branch, needs));
  return branch.isUnreadable ? [{ ...noPlans, isPartial: true }] : made;
}

/** A list of values is tried one by one. */
function planValues(values: readonly Json[], needs: Needs): Plans {
  const verdicts = values.map((value) => accepts(every(needs), value));
  return {
    plans: values.filter((_, index) => verdicts[index] === true).map(planValue),
    isPartial: verdicts.includes(null),
  };
}

const planners: Readonly<Record<JsonType, (branch: Branch, needs: Needs) => Plans>> = {
  null: (branch) => planValues([null], branch.tests),
  boolean: (branch) => planValues([true, false], branch.tests),
  number: (branch) => planNumber(branch.tests.filter((test) => isAbout(test, 'number'))),
  string: (branch) => planString(branch.tests.filter((test) => isAbout(test, 'string'))),
  array: (branch, needs) => planArray(branch.tests, needs),
  object: (branch, needs) => planObject(branch.tests, needs),
};

function isAbout(test: Formula, type: JsonType): boolean {
  return test.kind === 'values' || (type === 'number' ? numberKinds : stringKinds).has(test.kind);
}

const numberKinds = new Set(['range', 'integer', 'multiple', 'format']);
const stringKinds = new Set(['size', 'pattern', 'format']);
