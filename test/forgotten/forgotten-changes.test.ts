import { afterAll, describe, expect, it } from 'vitest';
import { groupBy } from '../../src/text/group-by.js';
import { runs } from '../property-runs.js';
import { compileWays } from './compile.js';
import { airline, bundled, openRealChanges, tutorial } from './homes.js';
import type { Home } from './home.js';
import { type Outcome, regenerate } from './regenerate.js';

/** A few changes in each run; all of them with SVC_TEST_RUNS=50, which draws 1,000 values for each. */
const { numRuns } = runs(20);
const drawsAll = numRuns >= 1000;
const real = openRealChanges();
afterAll(() => real.remove());

const few = /a-status-changes|a-number-has-another-unit|an-offset-becomes-a-cursor/;
const homes: readonly Home[] = [
  ...real.homes.filter(({ name }) => drawsAll || few.test(name)),
  ...(drawsAll ? [tutorial, bundled, airline] : []),
];

describe('a change that is forgotten', () => {
  const all: { readonly home: Home; readonly outcomes: readonly Outcome[] }[] = [];

  it.each(homes.map((home) => [home.name, home] as const))(
    '%s: what is certain does the same',
    { timeout: 0 },
    async (_, home) => {
      const outcomes = await regenerate(home, { numRuns: Math.min(numRuns, 1000) });
      all.push({ home, outcomes });
      expect(outcomes.length).toBeGreaterThan(0);
      expect(outcomes.filter(({ wrong }) => wrong !== null)).toEqual([]);
    },
  );

  it('comes back complete, three times of five', () => {
    const outcomes = all.flatMap((one) => one.outcomes);
    const countsOf = (some: readonly Outcome[]) => groupBy(some, ({ result }) => result);
    const inWords = (some: readonly Outcome[]) => {
      const table = [...countsOf(some)].map(([result, ones]) => `${result} ${ones.length}`);
      return `${some.length} changes: ${table.join(', ')}; ${some.filter(({ isCertain }) => isCertain).length} certain`;
    };
    const ofAirline = outcomes.filter(({ home }) => home === airline.name);
    if (drawsAll) console.info(`${inWords(outcomes)}\nthe airline, ${inWords(ofAirline)}`);
    expect((countsOf(outcomes).get('equal')?.length ?? 0) / outcomes.length).toBeGreaterThanOrEqual(0.6);
  });

  it.runIf(drawsAll)('compiles, in every way that is listed', { timeout: 0 }, async () => {
    const { modules, errors } = await compileWays(all);
    expect(modules).toBeGreaterThan(50);
    expect(errors).toEqual([]);
  });
});
