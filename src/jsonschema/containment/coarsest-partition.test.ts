import fc from 'fast-check';
import { expect, it } from 'vitest';
import { coarsestPartition, type Graph } from './coarsest-partition.js';

/** Numbers states by what they show ever more steps deep, until no number divides. */
function refine({ shown, exits }: Graph): readonly number[] {
  let numbers = shown;
  for (;;) {
    const texts = numbers.map((number, state) => `${number}:${exits[state]!.map((target) => numbers[target]).join()}`);
    const distinct = [...new Set(texts)];
    if (distinct.length === new Set(numbers).size) return numbers;
    numbers = texts.map((text) => distinct.indexOf(text));
  }
}

const graphs = fc.array(fc.tuple(fc.nat(2), fc.array(fc.nat(1000), { minLength: 2, maxLength: 2 })), { maxLength: 30 });

it('divides what some way tells apart, and nothing else', () => {
  fc.assert(
    fc.property(graphs, (states) => {
      const graph = {
        shown: states.map(([shown]) => shown),
        exits: states.map(([shown, exits]) => exits.slice(0, shown).map((exit) => exit % states.length)),
      };
      const [found, expected] = [[...coarsestPartition(graph)], refine(graph)];
      for (const left of states.keys())
        for (const right of states.keys())
          expect(found[left] === found[right]).toBe(expected[left] === expected[right]);
    }),
  );
});

it('tells apart the states of a ring of 100,000 by how far they are from one', () => {
  const ring = (count: number): Graph => ({
    shown: Array.from({ length: count }, (_, state) => Number(state === 0)),
    exits: Array.from({ length: count }, (_, state) => [(state + 1) % count]),
  });
  expect(new Set(coarsestPartition(ring(100_000))).size).toBe(100_000);
});
