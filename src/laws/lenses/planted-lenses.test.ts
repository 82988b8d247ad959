import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lawfulLenses, lensOf, type PlantedLens, unlawfulLenses } from '../../../fixtures/planted-changes/lenses.js';
import { runs } from '../../../test/property-runs.js';
import type { LawFinding } from '../law-finding.js';
import { type LawId, laws } from '../law.js';
import { runLaws } from '../run-laws.js';
import { isLensLaw } from './judge-lens.js';
import { testLenses } from './test-lenses.js';

const asOf = new Date('2026-11-21T12:00:00Z');

function findingsOf(planted: PlantedLens, seed: number): readonly LawFinding[] {
  const lens = lensOf(planted);
  const trial = { runs: 100, seed, asOf };
  const { findings } = runLaws({
    ...trial,
    versions: lens.versions,
    versioning: undefined,
    routes: [],
    bindings: new Map(),
    previews: null,
    differences: () => [],
    only: null,
    clients: true,
  });
  return [...findings, ...testLenses([lens], findings, null, trial).findings];
}

/** With one seed, times SVC_TEST_RUNS. */
const withSeeds = (judge: (seed: number) => void) =>
  fc.assert(
    fc.property(fc.nat(), (seed) => void judge(seed)),
    runs(1),
  );

describe('the laws of planted lenses', () => {
  it.each(unlawfulLenses)('find what is unlawful: $what', ({ law, ...planted }) => {
    withSeeds((seed) => expect(findingsOf(planted, seed).map((finding) => finding.law)).toContain(law));
  });

  it.each(lawfulLenses)('have nothing against what is lawful: $what', (planted) => {
    withSeeds((seed) =>
      expect(findingsOf(planted, seed).map(({ message, details }) => [message, details])).toEqual([]),
    );
  });

  it('are of every kind that lenses have', () => {
    const planted = unlawfulLenses.map(({ law }) => law);
    const ofLenses = (Object.keys(laws) as LawId[]).filter(isLensLaw);
    expect(ofLenses.filter((law) => !planted.includes(law))).toEqual([]);
  });
});
