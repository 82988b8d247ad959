import { coarsestPartition } from './coarsest-partition.js';

/** A schema: what it says by itself, and the schemas inside. */
export interface SchemaState {
  readonly text: string;
  readonly inside: readonly Inside[];
}

/** Another state, or the number of a schema that has one. */
export type Inside =
  | { readonly state: number; readonly number?: never }
  | { readonly number: number; readonly state?: never };

/** Gives numbers: the same for the same text, or a new one. */
export interface Numbers {
  readonly of: (text: string) => number;
  readonly create: () => number;
}

/** Numbers states that say the same alike, and as earlier ones that said so where no circle is below. */
export function numberStates(states: readonly SchemaState[], numbers: Numbers): readonly number[] {
  const exits = states.map(({ inside }) => inside.flatMap(({ state }) => (state === undefined ? [] : [state])));
  const blocks = coarsestPartition({ shown: states.map(showing()), exits });
  const memberOf = new Map(states.map((_, state) => [blocks[state]!, state]));
  const below = new Map(
    [...memberOf].map(([block, state]) => [block, new Set(exits[state]!.map((exit) => blocks[exit]!))]),
  );
  const found = new Map<number, number>();
  for (const block of fromBelow(below)) {
    const { text, inside } = states[memberOf.get(block)!]!;
    const ends = inside.map(({ state, number }) => number ?? found.get(blocks[state]!)!);
    found.set(block, numbers.of(ends.length === 0 ? text : JSON.stringify([text, ends])));
  }
  for (const block of memberOf.keys()) if (!found.has(block)) found.set(block, numbers.create());
  return states.map((_, state) => found.get(blocks[state]!)!);
}

/** Numbers what states show by themselves. */
function showing(): (state: SchemaState) => number {
  const known = new Map<string, number>();
  return ({ text, inside }) => {
    const whole = JSON.stringify([text, inside.map(({ number }) => number ?? null)]);
    const number = known.get(whole) ?? known.size;
    known.set(whole, number);
    return number;
  };
}

/** Lists blocks after those below them; without those that are above a circle, or in one. */
function fromBelow(below: ReadonlyMap<number, ReadonlySet<number>>): readonly number[] {
  const above = new Map<number, number[]>();
  const missing = new Map<number, number>();
  const listed: number[] = [];
  for (const [block, others] of below) {
    missing.set(block, others.size);
    if (others.size === 0) listed.push(block);
    for (const other of others) {
      const known = above.get(other);
      if (known) known.push(block);
      else above.set(other, [block]);
    }
  }
  for (const block of listed)
    for (const other of above.get(block) ?? []) {
      const left = missing.get(other)! - 1;
      missing.set(other, left);
      if (left === 0) listed.push(other);
    }
  return listed;
}
