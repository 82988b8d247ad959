/** States by number, each with what it shows and where its exits lead; states that show the same have equally many exits. */
export interface Graph {
  readonly shown: readonly number[];
  readonly exits: readonly (readonly number[])[];
}

/**
 * Numbers the states so that two have one number where they show the same, and every way from either shows the same as that way from the other.
 * Takes exits × log(states): J. Hopcroft, "An n log n algorithm for minimizing states in a finite automaton", 1971.
 */
export function coarsestPartition({ shown, exits }: Graph): Int32Array {
  const blocks = createBlocks(shown);
  const entries = listEntries(exits);
  const waiting = Array.from({ length: blocks.count() }, (_, block) => block);
  const isWaiting = waiting.map(() => true);
  for (let splitter = waiting.pop(); splitter !== undefined; splitter = waiting.pop()) {
    isWaiting[splitter] = false;
    for (const sources of groupByExit(blocks.statesOf(splitter), entries).values())
      for (const [block, created] of blocks.split(sources)) {
        const next = isWaiting[block] || blocks.sizeOf(created) <= blocks.sizeOf(block) ? created : block;
        isWaiting[created] = false;
        isWaiting[next] = true;
        waiting.push(next);
      }
  }
  return blocks.blockOf;
}

/** Each state's entries, as pairs of a state before it and the number of the exit taken there. */
function listEntries(exits: Graph['exits']): readonly number[][] {
  const entries: number[][] = exits.map(() => []);
  exits.forEach((targets, state) => targets.forEach((target, exit) => entries[target]!.push(state, exit)));
  return entries;
}

function groupByExit(states: Iterable<number>, entries: readonly number[][]): ReadonlyMap<number, readonly number[]> {
  const sources = new Map<number, number[]>();
  for (const state of states) {
    const pairs = entries[state]!;
    for (let index = 0; index < pairs.length; index += 2) {
      const known = sources.get(pairs[index + 1]!);
      if (known) known.push(pairs[index]!);
      else sources.set(pairs[index + 1]!, [pairs[index]!]);
    }
  }
  return sources;
}

/** Blocks are ranges of one list of states; those that leave a block are moved to the front of its range. */
function createBlocks(shown: readonly number[]) {
  const order = Int32Array.from(shown.keys()).sort((left, right) => shown[left]! - shown[right]! || left - right);
  const position = new Int32Array(shown.length);
  const blockOf = new Int32Array(shown.length);
  const starts: number[] = [];
  const ends: number[] = [];
  order.forEach((state, index) => {
    position[state] = index;
    if (index === 0 || shown[order[index - 1]!] !== shown[state]) starts.push(index);
    blockOf[state] = starts.length - 1;
    ends[starts.length - 1] = index + 1;
  });
  const place = (state: number, index: number) => {
    order[index] = state;
    position[state] = index;
  };
  const toFront = (state: number, moved: Map<number, number>) => {
    const block = blockOf[state]!;
    const front = starts[block]! + (moved.get(block) ?? 0);
    if (position[state]! < front) return;
    moved.set(block, (moved.get(block) ?? 0) + 1);
    const other = order[front]!;
    place(other, position[state]!);
    place(state, front);
  };
  return {
    blockOf,
    count: () => starts.length,
    statesOf: (block: number) => order.slice(starts[block], ends[block]),
    sizeOf: (block: number) => ends[block]! - starts[block]!,
    /** Takes some states out of their blocks, where others stay; the blocks and the new ones. */
    split: (states: readonly number[]): readonly (readonly [block: number, created: number])[] => {
      const moved = new Map<number, number>();
      for (const state of states) toFront(state, moved);
      const split: (readonly [number, number])[] = [];
      for (const [block, count] of moved) {
        const start = starts[block]!;
        if (start + count === ends[block]) continue;
        const created = starts.push(start) - 1;
        ends.push(start + count);
        starts[block] = start + count;
        for (let index = start; index < start + count; index += 1) blockOf[order[index]!] = created;
        split.push([block, created]);
      }
      return split;
    },
  };
}
