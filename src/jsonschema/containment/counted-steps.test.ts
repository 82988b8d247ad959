import { describe, expect, it } from 'vitest';
import { listAt, type Json } from '../../json/json.js';
import { createContainmentSearch } from './containment.js';
import type { Test } from './formula.js';
import { usualLimits } from './limited-search.js';
import { planNumber } from './plan-number.js';
import type { SchemaSource } from './schema-source.js';
import { withinSteps } from './search-steps.js';

const many = <One>(count: number, of: (index: number) => One): readonly One[] =>
  Array.from({ length: count }, (_, index) => of(index));

/** What takes twice as much where the input is twice as long, and no less than the least for each part that is more. */
function expectLinear(stepsOf: (count: number) => number, least: number): void {
  const [one, two, four] = [40, 80, 160].map(stepsOf) as [number, number, number];
  expect([two - one >= 40 * least, four - two >= 80 * least]).toEqual([true, true]);
  expect((four - two) / (two - one)).toBeLessThan(2.2);
}

describe('steps', () => {
  it('are counted for each multiple that is joined, before it is', () => {
    expectLinear((count) => {
      const tests = many(count, (index): Test => ({ kind: 'multiple', of: index + 1, not: false }));
      const budget = { left: 1e9 };
      withinSteps(budget, () => planNumber(tests));
      return 1e9 - budget.left;
    }, 2);
  });

  it('are counted for each member that the validator tries a witness against', () => {
    const source: SchemaSource = {
      target: () => undefined,
      members: (node) => listAt(node['allOf']),
      ignoresSiblings: false,
    };
    const use = { direction: 'request', textual: 'no' } as const;
    /** Whether a question leaves steps for another one. */
    const leavesSteps = (nodes: { readonly base: Json; readonly revision: Json }, ofAll: number) => {
      const limits = { ...usualLimits, ofAll, few: 1, ofFew: 0 };
      const search = createContainmentSearch({ base: source, revision: source }, limits);
      search.findRefused(nodes, use, 'usual');
      return search.findRefused({ base: {}, revision: { type: 'string' } }, use, 'usual').kind === 'witness';
    };
    expectLinear((count) => {
      const revision = { type: 'integer', anyOf: many<Json>(count, (member) => ({ minimum: -member })) };
      let [low, high] = [0, 100_000];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (leavesSteps({ base: { type: 'string' }, revision }, middle)) high = middle;
        else low = middle;
      }
      return high;
    }, 1);
  });
});
