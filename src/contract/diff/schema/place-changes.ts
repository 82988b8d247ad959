import type { Level } from '../check.js';
import type { CheckId } from '../checks.js';
import type { ComparedChild, ComparedPair } from './compare-schemas.js';
import { describePlace, enter, pickCheck, type SchemaPlace } from './schema-place.js';

/** A change of a schema at the place where it is used. */
export interface PlacedChange {
  readonly id: CheckId;
  readonly tokens: readonly string[];
  readonly message: string;
  readonly rule: string;
  /** Set when the place makes the change harmless. */
  readonly cappedLevel: Level | null;
}

/** A pair that is used in several places below one root is told for so many of them, the nearest first. */
const maximumPlaces = 4;

/** So many visits of pairs that were already told; a first visit is always made. */
const maximumRepeats = 1000;

interface Visit {
  readonly pair: ComparedPair;
  readonly hidden: boolean;
  readonly child: ComparedChild | null;
  readonly above: Visit | null;
}

/** Tells the changes of a compared pair for one place of use, breadth first. */
export function placeChanges(
  root: ComparedPair,
  place: SchemaPlace,
  tokens: readonly string[],
): readonly PlacedChange[] {
  if (!root.affected) return [];
  const placed: PlacedChange[] = [];
  const mayVisit = limitVisits();
  const queue: Visit[] = [{ pair: root, hidden: place.hidden, child: null, above: null }];
  mayVisit(root, place.hidden);
  for (let position = 0; position < queue.length; position += 1) {
    const visit = queue[position]!;
    if (visit.pair.changes.length > 0) placed.push(...tellChanges(visit, place, tokens));
    for (const child of visit.pair.children) {
      if (!child.pair.affected || isAbove(child.pair, visit)) continue;
      const hidden = visit.hidden || (place.direction === 'request' ? child.step.readOnly : child.step.writeOnly);
      if (mayVisit(child.pair, hidden)) queue.push({ pair: child.pair, hidden, child, above: visit });
    }
  }
  return placed;
}

/** Hidden places are counted apart: a harmless use must not use up the places of a harmful one. */
function limitVisits(): (pair: ComparedPair, hidden: boolean) => boolean {
  const [whenShown, whenHidden] = [new Map<ComparedPair, number>(), new Map<ComparedPair, number>()];
  let repeats = 0;
  return (pair, hidden) => {
    const counts = hidden ? whenHidden : whenShown;
    const count = counts.get(pair) ?? 0;
    if (count > 0 && (count >= maximumPlaces || repeats >= maximumRepeats)) return false;
    if (count > 0) repeats += 1;
    counts.set(pair, count + 1);
    return true;
  };
}

/** Circles are short; a long way down is cut by the number of places instead. */
function isAbove(pair: ComparedPair, visit: Visit): boolean {
  let current: Visit | null = visit;
  for (let steps = 0; current && steps < 12; steps += 1, current = current.above)
    if (current.pair === pair) return true;
  return false;
}

function tellChanges(visit: Visit, root: SchemaPlace, rootTokens: readonly string[]): readonly PlacedChange[] {
  const way = wayTo(visit);
  const place = way.reduce((current, { step }) => enter(current, step), root);
  const tokens = [...rootTokens, ...way.flatMap((child) => child.tokens)];
  return visit.pair.changes.flatMap(({ rule, change }) => {
    const here = change.step ? enter(place, change.step) : place;
    const id = pickCheck(change.ids(here));
    if (!id) return [];
    return [
      {
        id,
        rule,
        tokens: [...tokens, ...change.tokens],
        message: `${describePlace(here)}: ${change.text}${here.hidden ? reasons[here.direction] : ''}`,
        cappedLevel: here.hidden ? ('info' as const) : null,
      },
    ];
  });
}

const reasons = {
  request: ' (read-only: clients do not send it)',
  response: ' (write-only: clients do not receive it)',
} as const;

function wayTo(visit: Visit): readonly ComparedChild[] {
  const way: ComparedChild[] = [];
  for (let current: Visit | null = visit; current?.child; current = current.above) way.push(current.child);
  return way.reverse();
}
