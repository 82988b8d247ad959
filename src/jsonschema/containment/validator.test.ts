import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../json/json.js';
import { createValidator } from './validator.js';

const validate = createValidator({ target: () => undefined, members: () => [], ignoresSiblings: false }, 'none');

it.each<[schema: JsonObject, value: Json, why: string]>([
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 properties'],
  [{ minProperties: 1 }, {}, 'must have at least 1 properties'],
  [{ contains: { type: 'integer' }, minContains: 2 }, [0], 'must have at least 2 items that "contains" asks for'],
  [{ contains: { type: 'integer' }, maxContains: 1 }, [0, 1], 'must have at most 1 items that "contains" asks for'],
  [{ contains: { type: 'integer' } }, [], 'must have an item that "contains" asks for'],
  [{ uniqueItems: true }, [1, 2, 1], 'must not have equal items (0 and 2)'],
  [{ required: ['a', 'b', 'c'] }, { b: 1 }, 'must have the properties "a" and "c"'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'must have the property "b" beside "a"'],
  [{ not: { type: 'string' } }, 'a', 'must not match the schema of "not"'],
  [{ oneOf: [{ minimum: 1 }, { minimum: 2 }] }, 3, 'must match one schema of "oneOf", and matches 2'],
])('%j refuses %j, and says why', (schema, value, why) => {
  expect(validate(schema, value)).toEqual({ valid: false, why });
});

it('a value is tried against the members that it has, of a schema with many', () => {
  const properties = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`p${index}`, { type: 'integer' }]));
  const schema: JsonObject = { properties, patternProperties: { '^x': { maximum: 5 } }, additionalProperties: false };
  const verdicts = [{ p7: 1 }, { p7: 'a' }, { x1: 9 }, { x1: 5 }, { q: 1 }, { p7: 2 }].map(
    (value) => validate(schema, value).valid,
  );
  expect(verdicts).toEqual([true, false, false, true, false, true]);
});

it('members are looked up only of the schemas that a value reaches', () => {
  const slow: JsonObject = { patternProperties: { '^(a+)\\1$': { type: 'integer' } } };
  const schema = (near: JsonObject): JsonObject => ({ properties: { far: slow, near } });
  expect(validate(schema({ type: 'object' }), { near: { aaaa: 1 } })).toEqual({ valid: true, why: '' });
  expect(validate(schema(slow), { near: { aaaa: 1 } })).toMatchObject({ valid: null });
});
