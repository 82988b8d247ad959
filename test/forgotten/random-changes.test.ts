import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeProject } from '../../src/export/testing/temporary-project.js';
import { runs } from '../property-runs.js';
import { compileWays } from './compile.js';
import type { Home } from './home.js';
import { filesOf, type Plan, plans } from './random-service.js';
import { type Outcome, regenerate } from './regenerate.js';

const { numRuns } = runs(4);
/** The type checker reads them all with SVC_TEST_RUNS=5 or more. */
const compilesAll = numRuns >= 20;

interface Made {
  readonly home: Home;
  readonly outcomes: readonly Outcome[];
  remove(): void;
}

/** The changes of a random service, each forgotten and asked for. */
async function forgetAll(plan: Plan): Promise<Made> {
  const project = makeProject(filesOf(plan));
  const home: Home = { name: 'random', cwd: project.cwd, entry: 'svc.config.ts', texts: {} };
  try {
    return { home, outcomes: await regenerate(home, { numRuns: 60 }), remove: () => project.remove() };
  } catch (error) {
    project.remove();
    throw error;
  }
}

const shown = (plan: Plan) => ({
  ...plan,
  [fc.toStringMethod]: () => `${JSON.stringify(plan)}\n${Object.values(filesOf(plan)).join('\n\n')}\n`,
});

describe('changes of random schemas and operations that are forgotten', () => {
  it('come back as they were where they are certain', { timeout: 0 }, async () => {
    const all: Made[] = [];
    try {
      const property = fc.asyncProperty(plans.map(shown), async (plan) => {
        const made = await forgetAll(plan);
        all.push(made);
        expect(made.outcomes.flatMap(({ title, wrong }) => (wrong === null ? [] : [[title, wrong]]))).toEqual([]);
      });
      await fc.assert(property, { ...runs(4), endOnFailure: true });
      if (!compilesAll) return;
      const outcomes = all.flatMap((one) => one.outcomes);
      const sum = (count: (one: Outcome) => number) => outcomes.reduce((total, one) => total + count(one), 0);
      const [drafts, certain] = [sum((one) => one.drafts.length), sum((one) => one.certain)];
      console.info(`${outcomes.length} changes: ${drafts} drafts, ${certain} certain`);
      expect(certain).toBeGreaterThan(numRuns / 12);
      const { modules, errors } = await compileWays(all);
      expect(modules).toBeGreaterThan(numRuns);
      expect(errors, errors.slice(0, 3).join('\n')).toEqual([]);
    } finally {
      for (const { remove } of all) remove();
    }
  });
});
