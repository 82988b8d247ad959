import type { ComparedChild, ComparedPair } from './compare-schemas.js';
import type { SchemaPlace } from './schema-place.js';

/** Affected pairs by number, with the exits of each in one row: flat lists are fast for thousands of walks over thousands of pairs. */
export interface PairGraph {
  readonly pairs: readonly ComparedPair[];
  readonly isChanged: readonly boolean[];
  /** Where the exits of each pair begin; those of the next pair follow. */
  readonly firstExits: readonly number[];
  readonly exits: readonly ComparedChild[];
  /** The number of the pair that an exit leads to. */
  readonly targets: readonly number[];
  /** 1 for an exit that hides everything behind it in that direction, else 0. */
  readonly hides: Readonly<Record<SchemaPlace['direction'], readonly number[]>>;
  /** The number of a pair; adds the pair to the graph, with everything below it. */
  readonly numberOf: (pair: ComparedPair) => number;
}

/** Creates a graph that grows by the pairs asked for. */
export function createPairGraph(): PairGraph {
  const numbers = new Map<ComparedPair, number>();
  const pairs: ComparedPair[] = [];
  const isChanged: boolean[] = [];
  const firstExits = [0];
  const exits: ComparedChild[] = [];
  const targets: number[] = [];
  const hides = { request: [] as number[], response: [] as number[] };

  const enlist = (pair: ComparedPair): number => {
    const known = numbers.get(pair);
    if (known !== undefined) return known;
    numbers.set(pair, pairs.length);
    isChanged.push(pair.changes.length > 0);
    return pairs.push(pair) - 1;
  };
  const addExit = (child: ComparedChild): void => {
    exits.push(child);
    targets.push(enlist(child.pair));
    hides.request.push(Number(child.step.readOnly));
    hides.response.push(Number(child.step.writeOnly));
  };
  const numberOf = (root: ComparedPair): number => {
    const number = enlist(root);
    for (let next = firstExits.length - 1; next < pairs.length; next += 1) {
      for (const child of pairs[next]!.children) if (child.pair.affected) addExit(child);
      firstExits.push(exits.length);
    }
    return number;
  };
  return { pairs, isChanged, firstExits, exits, targets, hides, numberOf };
}
