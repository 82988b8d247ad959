import type { ComparedChild, ComparedPair } from './compare-schemas.js';
import { createPairGraph, type PairGraph } from './pair-graph.js';
import type { SchemaPlace } from './schema-place.js';

/** The ways from a root to everything below it that changed; they hold until the next root is visited. */
export interface Visits {
  /** The positions of changed pairs, the nearest first. */
  readonly changed: readonly number[];
  /** How many positions there are. */
  readonly length: number;
  readonly pairAt: (position: number) => ComparedPair;
  /** A number for the pair at a position and whether it is hidden, the same below every root. */
  readonly stopAt: (position: number) => number;
  /** The position before; -1 at the root. */
  readonly above: (position: number) => number;
  /** Collects pairs, and with each all that lead to it, also by ways that are not visited. */
  readonly collectAbove: () => PairsAbove;
  /** Whether a pair was reached more than once. */
  readonly isRepeated: boolean;
  /** Adds up the steps to a position; what the ways of two positions share is added once. */
  readonly adder: <Sum>(start: Sum, add: AddStep<Sum>) => (position: number) => Sum;
}

/** Pairs, and all that lead to them. */
export interface PairsAbove {
  /** Adds the pair at a position. */
  readonly add: (position: number) => void;
  /** Whether the pair at a position is one of them, or leads to one. */
  readonly has: (position: number) => boolean;
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

/** Walks through compared pairs. */
export interface ChangeVisitor {
  /** Finds the changed pairs below a root, breadth first. */
  readonly visit: (root: ComparedPair, place: Pick<SchemaPlace, 'direction' | 'hidden'>) => Visits;
  /** The stops of the changed pairs below a root, in any order: takes less than a visit. */
  readonly reach: (root: ComparedPair, place: Pick<SchemaPlace, 'direction' | 'hidden'>) => readonly number[];
}

/** Opens a graph that grows by the roots asked for. */
export function changeVisitor(): ChangeVisitor {
  const graph = createPairGraph();
  let walk = createWalk(0);
  const reached: number[] = [];
  let turn = 0;
  const reach: ChangeVisitor['reach'] = (root, { direction, hidden }) => {
    const waiting = [graph.numberOf(root) * 2 + Number(hidden)];
    const { firstExits, targets } = graph;
    const hides = graph.hides[direction];
    const found: number[] = [];
    turn += 1;
    for (let stop = waiting.pop(); stop !== undefined; stop = waiting.pop()) {
      if (reached[stop] === turn) continue;
      reached[stop] = turn;
      const pair = stop >> 1;
      if (graph.isChanged[pair]) found.push(stop);
      for (let exit = firstExits[pair]!; exit < firstExits[pair + 1]!; exit += 1) {
        const next = targets[exit]! * 2 + ((stop & 1) | hides[exit]!);
        if (reached[next] !== turn) waiting.push(next);
      }
    }
    return found;
  };
  const visit: ChangeVisitor['visit'] = (root, { direction, hidden }) => {
    const first = graph.numberOf(root) * 2 + Number(hidden);
    if (walk.counts.length < graph.pairs.length * 2) walk = createWalk(graph.pairs.length * 2);
    const { stops, above, taken, counts } = walk;
    const length = makeWalk(walk, first, graph, graph.hides[direction]);
    const changed: number[] = [];
    let isRepeated = false;
    for (let position = 0; position < length; position += 1) {
      const stop = stops[position]!;
      if (counts[stop]! > 1) isRepeated = true;
      counts[stop] = 0;
      if (graph.isChanged[stop >> 1]) changed.push(position);
    }
    return {
      changed,
      length,
      isRepeated,
      pairAt: (position) => graph.pairs[stops[position]! >> 1]!,
      stopAt: (position) => stops[position]!,
      above: (position) => above[position]!,
      collectAbove: () => collectAbove(stops.subarray(0, length), graph, graph.hides[direction]),
      adder: (start, add) => {
        const sums: (typeof start)[] = [start];
        return (position) => {
          const open: number[] = [];
          for (let current = position; sums[current] === undefined; current = above[current]!) open.push(current);
          for (let next = open.pop(); next !== undefined; next = open.pop())
            sums[next] = add(sums[above[next]!]!, graph.exits[taken[next]!]!);
          return sums[position]!;
        };
      },
    };
  };
  return { visit, reach };
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

function collectAbove(stops: Int32Array, { firstExits, targets }: PairGraph, hides: readonly number[]): PairsAbove {
  const before = new Map<number, number[]>([...stops].map((stop) => [stop, []]));
  for (const stop of before.keys()) {
    const [pair, hidden] = [stop >> 1, stop & 1];
    for (let exit = firstExits[pair]!; exit < firstExits[pair + 1]!; exit += 1)
      before.get(targets[exit]! * 2 + (hidden | hides[exit]!))?.push(stop);
  }
  const found = new Set<number>();
  return {
    add: (position) => {
      const waiting = [stops[position]!];
      for (let stop = waiting.pop(); stop !== undefined; stop = waiting.pop()) {
        if (found.has(stop)) continue;
        found.add(stop);
        for (const one of before.get(stop)!) waiting.push(one);
      }
    },
    has: (position) => found.has(stops[position]!),
  };
}

/** Circles are short; the number of places cuts a long way down. */
function isAbove({ stops, above }: Walk, stop: number, position: number): boolean {
  for (let steps = 0, current = position; current >= 0 && steps < 12; steps += 1, current = above[current]!)
    if (stops[current]! >> 1 === stop >> 1) return true;
  return false;
}
