import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import type { Json } from '../../json/json.js';
import { drawValues } from './draw-values.js';
import { openSchemas } from './open-schemas.js';

const schemas = openSchemas({ target: () => undefined, members: () => [], ignoresSiblings: false });
const coveringOf = (schema: Json) => drawValues(schemas, schema)?.covering ?? [];

describe('drawn values', () => {
  it.each<[Json, Json]>([
    [{ type: 'string' }, 'text'],
    [{ type: 'string', minLength: 6 }, 'textte'],
    [{ type: 'string', maxLength: 2 }, 'te'],
    [{ type: 'string', format: 'email' }, 'ada@example.com'],
    [{ type: 'string', pattern: '^[A-Z]{3}$' }, 'AAA'],
    [{ type: 'integer', minimum: 5 }, 5],
    [{ type: 'integer', minimum: -9, maximum: 9 }, 1],
    [{ maxItems: 0 }, []],
    [{ type: 'object', required: ['mail'], properties: { mail: { format: 'email' } } }, { mail: 'ada@example.com' }],
  ])('of %j begin with the realistic %j', (schema, first) => {
    expect(coveringOf(schema)[0]).toEqual(first);
  });

  it('of a scalar cover its bounds and fit it', () => {
    const bounds = fc.tuple(fc.nat(20), fc.nat(20)).map(([low, more]) => [low, low + more] as const);
    fc.assert(
      fc.property(bounds, fc.boolean(), ([min, max], isText) => {
        const schema = isText
          ? { type: 'string', minLength: min, maxLength: max }
          : { type: 'integer', minimum: min, maximum: max };
        const covering = coveringOf(schema);
        const sizes = covering.map((value) => (typeof value === 'string' ? value.length : value));
        expect(sizes).toEqual(expect.arrayContaining([min, max]));
        expect(covering.every((value) => schemas.accepts(schema, value))).toBe(true);
      }),
      runs(60),
    );
  });
});
