import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { sortCanonically } from './canonical-document.js';
import { applyDifferences, type Differences, findDifferences, MissingPlaceError } from './differences.js';

const overJson = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

/** Values with few names, so that two of them have much in common. */
const { value: anyValue } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, '', 'a'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.record({ in: fc.constantFrom('query', 'header'), name: fc.constantFrom('a', '1', 'b c') }), {
      maxLength: 3,
    }) as fc.Arbitrary<Json>,
    fc.dictionary(
      fc.constantFrom('a', 'b', 'parameters', 'tags', 'required', '0', '1', 'a/b', '~1', '__proto__', 'properties'),
      tie('value'),
    ) as fc.Arbitrary<Json>,
  ),
}));
const documents = fc
  .dictionary(fc.constantFrom('paths', 'components', 'tags', 'x-a'), anyValue, { minKeys: 1 })
  .map((value) => overJson(sortCanonically(value as JsonObject)));

describe('the differences of two documents', () => {
  it('lead from one to the other, byte by byte, and are none for equal ones', () => {
    let sharing = 0;
    fc.assert(
      fc.property(documents, documents, (from, to) => {
        const differences = findDifferences(from, to);
        sharing += Number(!('' in differences.set) && Object.keys(differences.set).length > 0);
        expect(JSON.stringify(applyDifferences(from, overJson(differences)))).toBe(JSON.stringify(to));
        expect(findDifferences(from, overJson(from))).toEqual({ removed: [], set: {} });
      }),
    );
    expect(sharing).toBeGreaterThan(5);
  });

  it('name the smallest part that differs, in a list of parameters by its name', () => {
    const from = {
      paths: {
        '/users': {
          get: {
            parameters: [
              { in: 'header', name: 'Key', schema: { type: 'string' } },
              { in: 'query', name: 'limit', schema: { maximum: 10, type: 'integer' } },
            ],
          },
        },
      },
      components: { schemas: { User: { properties: { name: { type: 'string' } }, required: ['name'] } } },
    };
    const to = {
      paths: {
        '/users': {
          get: {
            parameters: [
              { in: 'query', name: 'cursor', schema: {} },
              { in: 'query', name: 'limit', schema: { maximum: 20, type: 'integer' } },
            ],
          },
        },
      },
      components: {
        schemas: { User: { properties: { name: { type: 'string' }, age: {} }, required: ['age', 'name'] } },
      },
    };
    expect(findDifferences(from, to)).toEqual({
      removed: ['/paths/~1users/get/parameters/header Key'],
      set: {
        '/components/schemas/User/properties/age': {},
        '/components/schemas/User/required': ['age', 'name'],
        '/paths/~1users/get/parameters/query cursor': { in: 'query', name: 'cursor', schema: {} },
        '/paths/~1users/get/parameters/query limit/schema/maximum': 20,
      },
    });
  });

  it('share what is the same', () => {
    const from = { components: { a: { b: 1 }, c: {} } };
    const to = applyDifferences(from, { removed: ['/components/c'], set: { '/components/d': 1 } });
    expect(to).toEqual({ components: { a: { b: 1 }, d: 1 } });
    expect((to['components'] as typeof from.components).a).toBe(from.components.a);
  });

  const from = { list: [1, { a: 1 }], parameters: [{ in: 'query', name: 'a' }], word: 'a' };
  it.each<[string, Partial<Differences>]>([
    ['/gone', { removed: ['/gone'] }],
    ['/gone/a', { set: { '/gone/a': 1 } }],
    ['/word/a', { set: { '/word/a': 1 } }],
    ['/list/2', { set: { '/list/2': 1 } }],
    ['/list/2', { removed: ['/list/2'] }],
    ['/list/a b', { set: { '/list/a b': 1 } }],
    ['/parameters/query b', { removed: ['/parameters/query b'] }],
    ['/word/a', { removed: ['/word'], set: { '/word/a': 1 } }],
  ])('of another document are refused for %s', (pointer, differences) => {
    expect(() => applyDifferences(from, { removed: [], set: {}, ...differences })).toThrow(
      new MissingPlaceError(pointer),
    );
  });
});
