import type { Json } from '../../json/json.js';
import { isUnique } from './accepts.js';
import { nothing, type Formula, type Test } from './formula.js';
import { negate } from './negate.js';
import { noPlans, sizeWithin, testsOf, type Needs, type Plan, type Plans } from './plan.js';
import { takeSteps } from './search-steps.js';
import { vary } from './vary.js';

/** The longest list that is made up. */
const maximumItems = 64;

/** The most placements of items that are tried. */
const maximumPlacements = 64;

type Placements = readonly ReadonlyMap<number, readonly Formula[]>[];

/** Plans for a list. */
export function planArray(tests: readonly Test[], everything: Needs): Plans {
  const { min, max } = sizeWithin(tests, 'array');
  if (min > max) return noPlans;
  const mustRepeat = testsOf(tests, 'unique').some(({ not }) => not);
  if (mustRepeat && testsOf(tests, 'unique').some(({ not }) => !not)) return noPlans;
  const placements = placeItems(tests);
  if (placements === null || Math.max(min, 0) > maximumItems) return { plans: [], isPartial: true };
  const plans = placements.flatMap((placed) => planItems(tests, everything, placed, { min, max, mustRepeat }));
  return { plans: [...plans, ...planCrowded(tests, max)], isPartial: mayStandElsewhere(tests) };
}

/** Beside items with places of their own, counted items could stand where they are not tried. */
function mayStandElsewhere(tests: readonly Test[]): boolean {
  return (
    testsOf(tests, 'contains').some(({ min }) => min > 0) && testsOf(tests, 'items').some(({ to }) => to !== Infinity)
  );
}

/** Items that are asked for could stand closer together than they are tried, if each may stand anywhere at all. */
function planCrowded(tests: readonly Test[], max: number): readonly Plan[] {
  const asked = [...testsOf(tests, 'contains').filter(({ min }) => min > 0), ...testsOf(tests, 'some item')];
  if (asked.length < 2 || max === Infinity) return [];
  const everywhere = testsOf(tests, 'items').filter(({ from, to }) => from === 0 && to === Infinity);
  const parts = asked.map(({ is }) => [...everywhere.map((items) => items.is), is]);
  return [{ parts, extras: [], extrasNeeded: 0, build: () => undefined }];
}

/** Where the items stand that are asked for: each may stand at several positions, or behind all others. */
function placeItems(tests: readonly Test[]): Placements | null {
  const fixed = Math.max(0, ...testsOf(tests, 'items').map(({ from, to }) => (to === Infinity ? from : to)));
  let placements: Placements = [new Map()];
  const place = (is: Formula, starts: readonly number[], length: number, limit: number) => {
    placements = placements.flatMap((placed) => {
      const end = Math.max(fixed, starts[0] ?? 0, ...[...placed.keys()].map((position) => position + 1));
      return [...new Set([...starts, end])]
        .filter((start) => start + length <= limit)
        .map((start) => {
          const next = new Map(placed);
          for (let position = start; position < start + length; position += 1)
            next.set(position, [...(next.get(position) ?? []), is]);
          return next;
        });
    });
  };
  for (const { from, to, is } of testsOf(tests, 'some item')) {
    const last = Math.min(Math.max(fixed, from), to - 1);
    if (last - from > maximumItems) return null;
    place(
      is,
      Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index),
      1,
      to,
    );
    if (placements.length > maximumPlacements) return null;
  }
  for (const { is, min } of testsOf(tests, 'contains')) {
    if (min > maximumItems) return null;
    if (min > 0) place(is, [0, fixed], min, Infinity);
    if (placements.length > maximumPlacements) return null;
  }
  return placements;
}

interface Limits {
  readonly min: number;
  readonly max: number;
  readonly mustRepeat: boolean;
}

function planItems(
  tests: readonly Test[],
  everything: Needs,
  placed: ReadonlyMap<number, readonly Formula[]>,
  { min, max, mustRepeat }: Limits,
): readonly Plan[] {
  const length = Math.max(min, mustRepeat ? 2 : 0, ...[...placed.keys()].map((position) => position + 1));
  if (length > max) return [];
  const unwanted = testsOf(tests, 'contains')
    .filter((test) => test.max !== Infinity)
    .map((test) => negate(test.is));
  const needsAt = (position: number): Needs => [
    ...testsOf(tests, 'items')
      .filter(({ from, to }) => position >= from && position < to)
      .map(({ is }) => is),
    ...(placed.get(position) ?? []),
  ];
  takeSteps(length * (1 + (tests.length >> 4)));
  const plain = Array.from({ length }, (_, position) => needsAt(position));
  const sparing = plain.map((needs, position) => (placed.has(position) ? needs : [...needs, ...unwanted]));
  return [plain, ...(unwanted.length > 0 ? [sparing] : [])].flatMap((positions) =>
    planPositions(tests, everything, positions, mustRepeat),
  );
}

function planPositions(
  tests: readonly Test[],
  everything: Needs,
  positions: readonly Needs[],
  mustRepeat: boolean,
): readonly Plan[] {
  if (positions.some((needs) => needs.includes(nothing))) return [];
  const parts = mustRepeat ? [[...positions[0]!, ...positions[1]!], ...positions.slice(2)] : positions;
  const build = (items: readonly Json[]): Json | undefined => {
    const list = mustRepeat ? [items[0]!, ...items] : items;
    const isDistinct = testsOf(tests, 'unique').some(({ not }) => !not);
    return isDistinct && !isUnique(list) ? makeUnique(list, positions) : list;
  };
  const needsCheck = tests.some(({ kind }) => checkedKinds.has(kind));
  return [
    {
      parts,
      extras: [],
      extrasNeeded: 0,
      build: (items) => (needsCheck ? vary.check(everything, build(items)) : build(items)),
    },
  ];
}

/** Tests of a list as a whole. */
const checkedKinds = new Set<Test['kind']>(['contains', 'unique', 'values']);

function makeUnique(list: readonly Json[], positions: readonly Needs[]): Json | undefined {
  const unique: Json[] = [];
  for (const [index, item] of list.entries()) {
    const other = vary.unlike(item, unique, positions[index]!);
    if (other === undefined) return undefined;
    unique.push(other);
  }
  return unique;
}
