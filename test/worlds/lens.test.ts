import fc from 'fast-check';
import { lens, type Lens, ShapeMismatch } from 'svckit/lens';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { runs } from '../property-runs.js';
import { worlds } from './arbitrary-world.js';
import { declareVersions } from './declare-versions.js';
import { describeWorld } from './describe-world.js';
import { isSame, Oracle } from './oracle.js';
import { LiveSchemas } from './schemas.js';
import { type Use, valuesOf } from './values.js';
import { isTouchedSince, type World } from './world.js';

const cases = fc
  .record({ world: worlds.map((world) => ({ ...world, operations: world.operations.map(() => []) })), seed: fc.nat() })
  .map((one) => ({ ...one, [fc.toStringMethod]: () => `seed ${one.seed}\n${describeWorld(one.world)}\n` }));

/** A world as rows, which a lens reads and the oracle knows. */
interface Stored {
  readonly rows: Lens<z.ZodType>;
  readonly oracle: Oracle;
  readonly world: World;
  readonly seed: number;
}

const noOperation = () => {
  throw new Error('No operation is named.');
};

function everyWorld(check: (stored: Stored, version: number) => void) {
  const property = fc.property(cases, ({ world, seed }) => {
    const live = new LiveSchemas(world);
    const versions = declareVersions(world, live, noOperation);
    const stored = { rows: lens(live.of(world.root), versions), oracle: new Oracle(world), world, seed };
    for (let version = 1; version <= versions.names.length; version += 1) check(stored, version);
  });
  return fc.assert(property, runs(20));
}

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

const sample = ({ world, seed }: Stored, version: number, use: Use, count: number): readonly unknown[] =>
  fc.sample(valuesOf(world, world.root, version, use), { numRuns: count, seed: seed + version }).map(asJson);

/** What a lens reads, or the version that refuses it. */
function read({ rows }: Stored, json: unknown, version: number) {
  try {
    return { received: rows.read(json, `${version}`) };
  } catch (error) {
    if (error instanceof ShapeMismatch) return { refusedBy: error.version };
    throw error;
  }
}

describe('a lens in random worlds', () => {
  it('reads a value of each version as the newest schema reads it, or names the version that refuses it', () => {
    let accepted = 0;
    everyWorld((stored, version) => {
      for (const json of sample(stored, version, 'request', 4)) {
        const verdict = stored.oracle.receive('send', json, version);
        const result = read(stored, json, version);
        if (!('received' in verdict)) {
          expect(result).not.toHaveProperty('received');
          if (verdict.in === 'requested') expect(result).toEqual({ refusedBy: `${version}` });
          continue;
        }
        accepted += 1;
        if (!('received' in result) || !isSame(result.received, verdict.received))
          throw new Error(`Version ${version} reads ${JSON.stringify({ json, result, verdict })}`);
      }
    });
    expect(accepted).toBeGreaterThan(20);
  });

  it('writes what every older build and it itself can read', () => {
    let written = 0;
    everyWorld((stored, version) => {
      const { world, rows, oracle } = stored;
      if (!world.answers) return;
      for (const value of sample(stored, world.newest, 'answer', 3)) {
        const own = oracle.schema('send', world.newest).safeParse(value);
        if (!own.success) continue;
        const json = asJson(rows.writeAs(`${version}`, own.data));
        const older = oracle.schema('send', version).safeParse(json);
        const isKept = !isTouchedSince(world, world.root, version, world.newest, ({ keeps }) => !keeps);
        if (!older.success) throw new Error(`Version ${version} cannot read ${JSON.stringify({ json, value })}`);
        const again = read(stored, json, version);
        if (!('received' in again) || (isKept && !isSame(again.received, own.data)))
          throw new Error(`Version ${version} loses ${JSON.stringify({ json, value, again })}`);
        written += 1;
      }
    });
    expect(written).toBeGreaterThan(20);
  });
});
