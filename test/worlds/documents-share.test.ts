import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortCanonically } from '../../src/contract/lock/canonical-document.js';
import { pruneDocument } from '../../src/contract/lock/prune-document.js';
import type { JsonObject } from '../../src/json/json.js';
import { runs } from '../property-runs.js';
import { worlds } from './arbitrary-world.js';
import { ServedWorld } from './served-world.js';

it('the document of a version and its lock are the same, whatever documents were built before', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      await using shared = await ServedWorld.serve(world);
      for (let version = 1; version <= world.newest; version += 1) {
        await using fresh = await ServedWorld.serve(world);
        const [one, other] = [shared.document(version), fresh.document(version)];
        expect(JSON.stringify(one)).toBe(JSON.stringify(other));
        const lockOf = (document: object) => sortCanonically(pruneDocument(document as JsonObject));
        expect(JSON.stringify(lockOf(one))).toBe(JSON.stringify(lockOf(structuredClone(other))));
      }
    }),
    runs(12),
  ));

it('versions share what they make of a schema that no change touches', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async (world) => {
      await using served = await ServedWorld.serve(world);
      const problemsOf = (version: number) => served.document(version).components?.schemas?.['ValidationError'];
      expect(problemsOf(1)).toBeDefined();
      expect(problemsOf(world.newest)).toBe(problemsOf(1));
    }),
    runs(3),
  );
});
