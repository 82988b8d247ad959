import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../../test/property-runs.js';
import { isObject, type Json, type JsonObject, objectAt } from '../../json/json.js';
import { createOracle } from '../containment/testing/oracle.js';
import { anySchema } from '../containment/testing/schemas.js';
import { allOfMembers } from '../intersect-schemas.js';
import { exampleOf } from './example-value.js';
import { openSchemas } from './open-schemas.js';

/** An example of a schema whose references name its `$defs`. */
function example(schema: Json): Json | undefined {
  const definitions = objectAt(objectAt(schema)['$defs']);
  const target = ({ $ref }: JsonObject) => definitions[String($ref).replace('#/$defs/', '')];
  return exampleOf(openSchemas({ target, members: allOfMembers, ignoresSiblings: false }), schema);
}

const text = (keywords: JsonObject = {}) => ({ type: 'string', ...keywords });
const object = (properties: JsonObject, keywords: JsonObject = {}) => ({ type: 'object', properties, ...keywords });

const cases: Readonly<Record<string, readonly [schema: Json, example: Json]>> = {
  'plain types': [
    object({ text: text(), whole: { type: 'integer' }, yes: { type: 'boolean' }, none: { type: 'null' } }),
    { text: 'text', whole: 1, yes: true, none: null },
  ],
  bounds: [
    object({
      a: { type: 'integer', minimum: 5, maximum: 6 },
      b: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
      c: { type: 'number', multipleOf: 0.25, minimum: 10 },
      d: { type: 'integer', maximum: -3 },
      e: { type: 'number', maximum: -1.5 },
    }),
    { a: 5, b: 0.25, c: 10, d: -3, e: -1.5 },
  ],
  lengths: [
    object({ short: text({ maxLength: 2 }), long: text({ minLength: 9 }), empty: text({ maxLength: 0 }) }),
    { short: 'te', long: 'texttextt', empty: '' },
  ],
  patterns: [
    object({
      trace: text({ pattern: '^[\\da-f]{8}$' }),
      slug: text({ pattern: '^[a-z-]+$' }),
      code: text({ pattern: '^[A-Z]{3}$' }),
      order: text({ pattern: '^(foo|bar)-\\d{4}-[A-Z]x$' }),
    }),
    { trace: 'aaaaaaaa', slug: 'text', code: 'AAA', order: 'foo-0000-Ax' },
  ],
  formats: [
    object({ mail: text({ format: 'email' }), day: text({ format: 'date' }), link: text({ format: 'uri-reference' }) }),
    { mail: 'ada@example.com', day: '2026-01-31', link: '/' },
  ],
  'given values': [
    object({
      name: text({ examples: ['Ada'] }),
      kind: { enum: ['b', 'a'] },
      count: { type: 'integer', default: 3 },
      only: { const: 7 },
      wrong: text({ example: 5 }),
    }),
    { name: 'Ada', kind: 'b', count: 3, only: 7, wrong: 'text' },
  ],
  lists: [
    object({
      some: { type: 'array', items: { type: 'integer' }, minItems: 2 },
      pair: { type: 'array', prefixItems: [text(), { type: 'number' }], items: false },
      none: { type: 'array', items: text(), maxItems: 0 },
      different: { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 2 },
    }),
    { some: [1, 1], pair: ['text', 1], none: [], different: ['a', 'b'] },
  ],
  maps: [object({}, { additionalProperties: { type: 'integer' } }), { key: 1 }],
  'members that are not described': [object({ a: text() }, { required: ['a', 'b'] }), { a: 'text', b: 'text' }],
  'alternatives beside other keywords': [
    object(
      { id: { type: 'integer' } },
      { required: ['id'], anyOf: [object({ name: text() }, { required: ['name'] })] },
    ),
    { id: 1, name: 'text' },
  ],
  'alternatives that others match too': [
    { oneOf: [object({ a: text() }), object({ b: text() }, { required: ['b'], additionalProperties: false })] },
    { a: 'text' },
  ],
  'joined schemas': [
    {
      allOf: [
        object({ a: text() }, { required: ['a'], example: { a: 'x' } }),
        object({ b: text() }, { required: ['b'] }),
      ],
    },
    { a: 'text', b: 'text' },
  ],
};

it.each(Object.entries(cases))('makes %s', (_, [schema, expected]) => {
  expect(createOracle()(schema)(expected)).toBe(true);
  expect(example(schema)).toEqual(expected);
});

it('returns nothing rather than a wrong example', () => {
  const unmade = text({ minLength: 3, pattern: '^.?$' });
  expect(example(unmade)).toBeUndefined();
  expect(example(object({ a: unmade }, { required: ['a'] }))).toBeUndefined();
  expect(example(object({ a: unmade }))).toEqual({});
  expect(example(false)).toBeUndefined();
  expect(example({ type: 'array', minItems: 2, maxItems: 1 })).toBeUndefined();
});

it('makes values that Ajv accepts', () => {
  const compile = createOracle();
  const tries = runs(300);
  let found = 0;
  fc.assert(
    fc.property(anySchema, (schema) => {
      const value = example(schema);
      if (value === undefined) return;
      found += 1;
      expect({ schema, value, accepted: compile(schema)(value) }).toMatchObject({ accepted: true });
    }),
    tries,
  );
  expect(found).toBeGreaterThan(tries.numRuns / 2);
});

it('leaves out optional members that contain their own schema', () => {
  const tree = object(
    { name: text(), children: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    { required: ['name', 'children'] },
  );
  expect(example({ $ref: '#/$defs/tree', $defs: { tree } })).toEqual({ name: 'text', children: [] });
});

it('ends for schemas that all refer to each other', () => {
  const count = 60;
  const $defs = Object.fromEntries(
    Array.from({ length: count }, (_, index) => {
      const others = [1, 2, 3, 4].map((step) => [`next${step}`, { $ref: `#/$defs/${(index * 7 + step) % count}` }]);
      return [String(index), object({ id: { type: 'integer' }, ...Object.fromEntries(others) }, { required: ['id'] })];
    }),
  );
  expect(example({ $ref: '#/$defs/0', $defs })).toMatchObject({ id: 1, next1: { id: 1 } });
  const endless = object({ a: { $ref: '#/$defs/endless' }, b: { $ref: '#/$defs/endless' } }, { required: ['a', 'b'] });
  expect(example({ $ref: '#/$defs/endless', $defs: { endless } })).toBeUndefined();
});

it('has read-only members where no direction leaves them out', () => {
  const schema = object({ id: { type: 'integer', readOnly: true }, name: text() }, { required: ['id', 'name'] });
  const source = { target: () => undefined, members: allOfMembers, ignoresSiblings: false };
  expect(example(schema)).toEqual({ id: 1, name: 'text' });
  expect(exampleOf(openSchemas(source, 'request'), schema)).toEqual({ name: 'text' });
  expect(isObject(exampleOf(openSchemas(source, 'response'), schema))).toBe(true);
});
