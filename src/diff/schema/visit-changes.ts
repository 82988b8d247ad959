import type { ComparedChild, ComparedPair } from './compare-schemas.js';
import { createPairGraph, type PairGraph } from './pair-graph.js';
import type { SchemaPlace } from './schema-place.js';

/** A changed pair below a root, and what its way there adds up to. */
export interface Visit<Sum> {
  readonly pair: ComparedPair;
  readonly sum: Sum;
}

/** Adds a step to what the way before it adds up to. */
export type AddStep<Sum> = (sum: Sum, step: ComparedChild) => Sum;

/** The most places below one root that a pair is reported at, the nearest first. */
const maximumPlaces = 4;

/** The most repeated visits; every pair gets its first visit. */
const maximumRepeats = 1000;

/** Visits by position, in columns that the next walk reuses. */
interface Walk {
  /** Twice the number of the pair, plus one where it is hidden, so that harmless uses do not take the places of harmful ones. */
  readonly stops: Int32Array;
  /** The position before, and the exit taken there; -1 at the root. */
  readonly above: Int32Array;
  readonly taken: Int32Array;
  /** The number of visits of each stop. */
  readonly counts: Uint8Array;
}

/** Finds the changed pairs below a root, breadth first. */
export function changeVisitor<Sum>(
  add: AddStep<Sum>,
): (root: ComparedPair, place: Pick<SchemaPlace, 'direction' | 'hidden'>, start: Sum) => readonly Visit<Sum>[] {
  const graph = createPairGraph();
  let walk = createWalk(0);
  return (root, { direction, hidden }, start) => {
    const first = graph.numberOf(root) * 2 + Number(hidden);
    if (walk.counts.length < graph.pairs.length * 2) walk = createWalk(graph.pairs.length * 2);
    const length = makeWalk(walk, first, graph, graph.hides[direction]);
    const visits: Visit<Sum>[] = [];
    const sums: Sum[] = [start];
    for (let position = 0; position < length; position += 1) {
      const stop = walk.stops[position]!;
      walk.counts[stop] = 0;
      if (!graph.isChanged[stop >> 1]) continue;
      visits.push({ pair: graph.pairs[stop >> 1]!, sum: sumAt(position, walk, graph, sums, add) });
    }
    return visits;
  };
}

/** Adds up the way to a position; what the ways of two positions share is added once. */
function sumAt<Sum>(
  position: number,
  { above, taken }: Walk,
  { exits }: PairGraph,
  sums: Sum[],
  add: AddStep<Sum>,
): Sum {
  const open: number[] = [];
  for (let current = position; sums[current] === undefined; current = above[current]!) open.push(current);
  for (let next = open.pop(); next !== undefined; next = open.pop())
    sums[next] = add(sums[above[next]!]!, exits[taken[next]!]!);
  return sums[position]!;
}

function createWalk(pairs: number): Walk {
  const visits = pairs * 2 + maximumRepeats;
  return {
    stops: new Int32Array(visits),
    above: new Int32Array(visits),
    taken: new Int32Array(visits),
    counts: new Uint8Array(pairs * 2),
  };
}

function makeWalk(walk: Walk, start: number, { firstExits, targets }: PairGraph, hides: readonly number[]): number {
  const { stops, above, taken, counts } = walk;
  let [length, repeats] = [1, 0];
  stops[0] = start;
  above[0] = -1;
  taken[0] = -1;
  counts[start] = 1;
  for (let position = 0; position < length; position += 1) {
    const [pair, hidden] = [stops[position]! >> 1, stops[position]! & 1];
    for (let exit = firstExits[pair]!; exit < firstExits[pair + 1]!; exit += 1) {
      const stop = targets[exit]! * 2 + (hidden | hides[exit]!);
      const count = counts[stop]!;
      if (count > 0 && (count >= maximumPlaces || repeats >= maximumRepeats)) continue;
      if ((count > 0 || counts[stop ^ 1]! > 0) && isAbove(walk, stop, position)) continue;
      if (count > 0) repeats += 1;
      counts[stop] = count + 1;
      stops[length] = stop;
      above[length] = position;
      taken[length] = exit;
      length += 1;
    }
  }
  return length;
}

/** Circles are short; the number of places cuts a long way down. */
function isAbove({ stops, above }: Walk, stop: number, position: number): boolean {
  for (let steps = 0, current = position; current >= 0 && steps < 12; steps += 1, current = above[current]!)
    if (stops[current]! >> 1 === stop >> 1) return true;
  return false;
}
