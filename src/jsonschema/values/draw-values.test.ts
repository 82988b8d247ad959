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

  it('of a list and of a map cover how many there may be', () => {
    const item = fc.constantFrom<Json>({ type: 'string', minLength: 2 }, { type: 'integer', minimum: 0 });
    fc.assert(
      fc.property(item, fc.nat(3), fc.nat(6), fc.boolean(), (items, min, more, isUnique) => {
        const max = min + more;
        const list = { type: 'array', items, minItems: min, maxItems: max, uniqueItems: isUnique };
        const map = { type: 'object', additionalProperties: items, minProperties: min, maxProperties: max };
        const lists = coveringOf(list).filter((value) => schemas.accepts(list, value));
        const maps = coveringOf(map).filter((value) => schemas.accepts(map, value));
        expect(lists.map((value) => (value as Json[]).length)).toEqual(expect.arrayContaining([min, max]));
        if (max > 0) expect(maps.map((value) => Object.keys(value as object).length)).toContain(max);
      }),
      runs(60),
    );
  });
});
