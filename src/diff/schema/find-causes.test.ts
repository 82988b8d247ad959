import { expect, it } from 'vitest';
import { openDocument } from '../../openapi/open-document.js';
import type { Operation } from '../../openapi/operations/operation-pair.js';
import type { ComparedChild, ComparedPair, SeenChange } from './compare-schemas.js';
import { causeFinder } from './find-causes.js';
import type { RootUse } from './place-use.js';
import { openContexts } from './judge-context.js';
import type { ValueJudge } from './judge-values.js';
import { pattern } from '../checks/schema/pattern.js';

const document = openDocument({ openapi: '3.1.0', info: { title: 'Ring', version: '1' }, paths: {} });
const change = {
  family: 'pattern',
  change: { idAt: () => 'request-property-pattern-changed', tokens: ['pattern'], text: 'pattern changed' },
} as const satisfies SeenChange;

/** A ring of schemas in which keywords work together, with a change in the middle, and an operation for each schema. */
function usesOfRing(count: number): readonly RootUse[] {
  const pairs = Array.from({ length: count }, (_, index) => ({
    base: {},
    revision: {},
    changes: index === count / 2 ? [change] : [],
    children: [] as ComparedChild[],
    affected: true,
    isPlain: false,
  }));
  for (const [index, { children }] of pairs.entries())
    children.push({
      tokens: ['properties', 'next'],
      step: { trail: 'next', inside: true, readOnly: false, writeOnly: false },
      pair: pairs[(index + 1) % count]!,
    });
  return pairs.map((root: ComparedPair, index) => ({
    root,
    operation: { path: `/${index}` } as Operation,
    tokens: [],
    place: {
      name: 'request-body',
      direction: 'request',
      carrier: null,
      mandatory: false,
      textual: false,
      hidden: false,
      owner: 'request body',
      trail: '',
    },
  }));
}

/** Judges nothing, and counts the questions. */
function judging(verdict: ReturnType<ValueJudge['judge']>) {
  const asked = { times: 0 };
  const judge: ValueJudge = {
    judge: () => {
      asked.times += 1;
      return verdict;
    },
    bothName: () => true,
    areAlike: () => false,
  };
  return { asked, judge };
}

it('looks at 50,000 positions below the schemas of operations, and names every operation that a change reaches', () => {
  const count = 400;
  const { asked, judge } = judging({ kind: 'harmless' });
  const contexts = openContexts(judge, [pattern]);
  let entered = 0;
  const enter: typeof contexts.enter = (context, child) => {
    entered += 1;
    return contexts.enter(context, child);
  };
  const findCauses = causeFinder({ base: document, revision: document }, { ...contexts, enter });
  const [cause, ...others] = findCauses(usesOfRing(count), 20);
  expect(others).toEqual([]);
  expect(cause!.operations.size).toBe(count);
  expect([...cause!.judgements.values()].reduce((sum, places) => sum + places)).toBeGreaterThanOrEqual(count);
  expect(cause!.places.length).toBeGreaterThanOrEqual(20);
  expect(entered).toBeLessThan(60_000);
  expect(asked.times).toBeLessThan(200);
});

it.each([
  [false, 'pattern changed; possibly refuses values that were accepted'],
  [
    true,
    'pattern changed; possibly refuses values that were accepted, because the comparison used up its steps: compare fewer paths at a time with --match-path',
  ],
])('says what is not decided, and how to decide it where steps ran out (%s)', (isOutOfSteps, text) => {
  const { judge } = judging({ kind: 'unknown', isOutOfSteps });
  const findCauses = causeFinder({ base: document, revision: document }, openContexts(judge, [pattern]));
  const [cause] = findCauses(usesOfRing(2), 20);
  expect([...cause!.judgements.keys()]).toMatchObject([{ text, isUncertain: true }, { text }]);
});
