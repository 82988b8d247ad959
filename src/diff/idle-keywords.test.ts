import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/property-runs.js';
import type { Json, JsonObject } from '../json/json.js';
import { anySchema } from '../jsonschema/containment/testing/schemas.js';
import { diffPlaces } from './diff-documents.js';

const json = (schema: Json): JsonObject => ({ content: { 'application/json': { schema } } });
const document = (operation: JsonObject): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Any', version: '1' },
  components: { schemas: { Cat: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } } },
  paths: { '/any/{id}': { post: { responses: { 200: { description: '' } }, ...operation } } },
});
const body = (schema: Json) =>
  document({ requestBody: json(schema), responses: { 200: { description: '', ...json(schema) } } });
const parameter = (more: JsonObject) => (schema: Json) =>
  document({ parameters: [{ name: 'id', required: more['in'] === 'path', ...more, schema }] });
const cat = { $ref: '#/components/schemas/Cat' };

/** So many ways to choose that no search goes through them. */
const choices = Array.from({ length: 14 }, (_, index) => ({
  anyOf: ['string', 'integer', 'boolean'].map((type) => ({ type: 'object', properties: { [`p${index}`]: { type } } })),
}));

/** Every kind of position of a schema. */
const positions: Readonly<Record<string, (schema: Json) => JsonObject>> = {
  'a body': body,
  'a property': (schema) => body({ type: 'object', required: ['a'], properties: { a: schema } }),
  'other properties': (schema) => body({ type: 'object', additionalProperties: schema }),
  'properties by pattern': (schema) => body({ type: 'object', patternProperties: { '^x-': schema } }),
  'unevaluated properties': (schema) => body({ allOf: [cat], unevaluatedProperties: schema }),
  items: (schema) => body({ type: 'array', items: schema }),
  'a first item': (schema) => body({ type: 'array', prefixItems: [schema], unevaluatedItems: false }),
  'items that are counted': (schema) => body({ type: 'array', contains: schema, maxContains: 3 }),
  'a member of allOf': (schema) => body({ allOf: [cat, schema] }),
  'a member of many choices': (schema) => body({ allOf: [...choices, schema] }),
  'an alternative of anyOf': (schema) => body({ anyOf: [cat, schema] }),
  'an alternative of oneOf': (schema) => body({ oneOf: [cat, schema] }),
  'what is refused': (schema) => body({ not: schema }),
  'a condition': (schema) => body({ if: schema, then: cat }),
  'a consequence': (schema) => body({ if: cat, then: schema }),
  'a query parameter': parameter({ in: 'query' }),
  'a parameter of the path': parameter({ in: 'path' }),
  'a header': parameter({ in: 'header' }),
  'a deep object': (schema) =>
    parameter({ in: 'query', style: 'deepObject' })({ type: 'object', properties: { a: schema } }),
  'a header of an answer': (schema) =>
    document({ responses: { 200: { description: '', headers: { Id: { schema } } } } }),
  'a form': (schema) =>
    document({
      requestBody: {
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: { a: schema } } } },
      },
    }),
};

/** Keywords with the values with which they say nothing. */
const idle: readonly JsonObject[] = [
  { minLength: 0 },
  { minItems: 0 },
  { minProperties: 0 },
  { minContains: 3 },
  { maxContains: 1 },
  { uniqueItems: false },
  { nullable: false },
  { readOnly: false },
  { writeOnly: false },
  { not: false },
  { pattern: '' },
  { pattern: '^' },
  { required: [] },
  { prefixItems: [] },
  { allOf: [] },
  { anyOf: [{}] },
  { oneOf: [true] },
  { properties: {} },
  { patternProperties: {} },
  { propertyNames: {} },
  { propertyNames: true },
  { dependentRequired: {} },
  { dependentRequired: { a: [] } },
  { dependentSchemas: { a: {} } },
  { then: false },
  { else: { type: 'null' } },
  { minLength: 0, minItems: 0, minProperties: 0, uniqueItems: false, required: [], properties: {}, pattern: '' },
];

/** Lists that are sets, each in two ways. */
const sets: readonly (readonly [JsonObject, JsonObject])[] = [
  [{ enum: ['a', 'b', 1] }, { enum: [1, 'b', 'a', 'b'] }],
  [{ enum: [{ a: 1, b: 2 }] }, { const: { b: 2, a: 1 } }],
  [{ type: ['string', 'null'] }, { type: ['null', 'string', 'null'] }],
  [{ type: ['integer'] }, { type: 'integer' }],
  [{ type: ['integer', 'number'] }, { type: 'number' }],
  [{ required: ['a', 'b'] }, { required: ['b', 'a', 'b'] }],
  [{ dependentRequired: { a: ['b', 'c'], d: [] } }, { dependentRequired: { a: ['c', 'b', 'c'] } }],
  [{ anyOf: [cat, { type: 'null' }] }, { anyOf: [{ type: 'null' }, cat] }],
  [{ oneOf: [cat, { type: 'null' }] }, { oneOf: [{ type: 'null' }, cat] }],
  [{ allOf: [cat, { minProperties: 2 }] }, { allOf: [{ minProperties: 2 }, cat] }],
  [
    {
      anyOf: [
        { type: 'array', uniqueItems: true },
        { type: 'string', enum: ['a', 'b'] },
      ],
    },
    {
      anyOf: [
        { enum: ['b', 'a'], minLength: 0, type: 'string' },
        { minItems: 0, type: 'array', uniqueItems: true },
      ],
    },
  ],
];

const reported = (base: JsonObject, revision: JsonObject) =>
  diffPlaces(base, revision, { asOf: '2026-11-20' }).map(({ level, id }) => `${level} ${id}`);
const schemas = fc.oneof(
  fc.constantFrom<JsonObject>(
    {},
    { type: 'string' },
    { type: ['string', 'null'], maxLength: 5 },
    { type: 'array' },
    { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    cat,
  ),
  anySchema.filter((schema): schema is JsonObject => typeof schema === 'object'),
);

describe.each(Object.keys(positions))('at %s', (name) => {
  const at = positions[name]!;

  it('a keyword that says nothing is no difference', () => {
    fc.assert(
      fc.property(schemas, fc.constantFrom(...idle), (schema, addition) => {
        fc.pre(Object.keys(addition).every((keyword) => !(keyword in schema)));
        fc.pre(!('contains' in schema && ('minContains' in addition || 'maxContains' in addition)));
        fc.pre(!('if' in schema));
        const [without, beside] = [at(schema), at({ ...schema, ...addition })];
        expect(reported(without, beside)).toEqual([]);
        expect(reported(beside, without)).toEqual([]);
      }),
      runs(20),
    );
  });

  it('lists that are sets have no order and no repetitions', () => {
    const differing = sets.filter(
      ([one, other]) => [...reported(at(one), at(other)), ...reported(at(other), at(one))].length > 0,
    );
    expect(differing).toEqual([]);
  });
});
