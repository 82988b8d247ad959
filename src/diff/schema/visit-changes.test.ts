import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ComparedChild, ComparedPair, SeenChange } from './compare-schemas.js';
import { changeVisitor, type Visits } from './visit-changes.js';

interface Link {
  readonly from: number;
  readonly to: number;
  readonly readOnly: boolean;
}

const change = { family: 'types', change: { idAt: () => null, tokens: [], text: '' } } satisfies SeenChange;

/** Pairs that all lead to a change, like those that the comparison marks as affected. */
function makePairs(count: number, changed: readonly number[], links: readonly Link[]): readonly ComparedPair[] {
  const pairs = Array.from({ length: count }, (_, number) => ({
    base: {},
    revision: {},
    changes: changed.includes(number) ? [change] : [],
    children: [] as ComparedChild[],
    affected: true,
    isPlain: true,
  }));
  links.forEach(({ from, to, readOnly }, index) =>
    pairs[from]!.children.push({
      tokens: [String(index)],
      step: { trail: '', inside: true, readOnly, writeOnly: false },
      pair: pairs[to]!,
    }),
  );
  return pairs;
}

/** The plainest form of the walk: breadth first, no circles, four visible and four hidden places for each pair. */
function visitPlainly(root: ComparedPair): readonly string[] {
  const queue = [{ pair: root, hidden: false, way: [] as readonly ComparedChild[] }];
  for (const { pair, hidden: isHidden, way } of queue) {
    for (const child of pair.children) {
      const hidden = isHidden || child.step.readOnly;
      const visits = queue.filter((visit) => visit.pair === child.pair && visit.hidden === hidden).length;
      const isAbove = child.pair === root || way.some((step) => step.pair === child.pair);
      if (visits < 4 && !isAbove) queue.push({ pair: child.pair, hidden, way: [...way, child] });
    }
  }
  return queue.filter(({ pair }) => pair.changes.length > 0).map(({ way }) => write(way));
}

const write = (way: readonly ComparedChild[]) => way.flatMap(({ tokens }) => tokens).join(' ');
const addStep = (way: readonly ComparedChild[], step: ComparedChild) => [...way, step];
const waysOf = ({ changed, adder }: Visits) => changed.map(adder<readonly ComparedChild[]>([], addStep)).map(write);
const shown = { direction: 'request', hidden: false } as const;

describe('visitChanges', () => {
  it('finds what a plain walk finds, from every root, in any order of roots', () => {
    const number = fc.nat({ max: 9 });
    const graphs = fc.record({
      changed: fc.array(number, { minLength: 1, maxLength: 4 }),
      links: fc.array(fc.record({ from: number, to: number, readOnly: fc.boolean() }), { maxLength: 30 }),
    });
    fc.assert(
      fc.property(graphs, fc.array(number), ({ changed, links }, roots) => {
        const pairs = makePairs(10, changed, links);
        const { visit, reach } = changeVisitor();
        for (const root of roots) {
          const visits = visit(pairs[root]!, shown);
          expect(waysOf(visits)).toEqual(visitPlainly(pairs[root]!));
          const stops = reach(pairs[root]!, shown);
          expect(stops).toEqual(expect.arrayContaining(visits.changed.map(visits.stopAt)));
          expect(stops.length).toBe(new Set(stops).size);
        }
      }),
    );
  });

  it('hides what is read-only from requests alone', () => {
    const pairs = makePairs(
      2,
      [1],
      Array.from({ length: 6 }, (_, index) => ({ from: 0, to: 1, readOnly: index > 0 })),
    );
    const { visit } = changeVisitor();
    expect(waysOf(visit(pairs[0]!, shown))).toEqual(['0', '1', '2', '3', '4']);
    expect(waysOf(visit(pairs[0]!, { direction: 'response', hidden: false }))).toEqual(['0', '1', '2', '3']);
  });

  it('finds every changed pair at least once, however many ways there are', () => {
    const count = 600;
    const links = Array.from({ length: count * 8 }, (_, index) => ({
      from: index % count,
      to: ((index % count) * 7 + Math.floor(index / count) * 13 + 1) % count,
      readOnly: false,
    }));
    const pairs = makePairs(
      count,
      Array.from({ length: count }, (_, number) => number),
      links,
    );
    const { changed, pairAt } = changeVisitor().visit(pairs[0]!, shown);
    expect(new Set(changed.map(pairAt)).size).toBe(count);
    expect(changed.length).toBe(count + 1000);
  });
});
