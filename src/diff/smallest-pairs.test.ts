import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { diffDocuments } from './diff-documents.js';

const json = (schema: Json) => ({ content: { 'application/json': { schema } } });
const described = { description: '' };
const documentOf = (operation: JsonObject, schemas: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  info: { title: 'Smallest', version: '1' },
  paths: { '/orders': { post: { responses: { 200: described }, ...operation } } },
  components: { schemas },
});
const uses = {
  request: (schema: Json, schemas?: JsonObject) => documentOf({ requestBody: json(schema) }, schemas),
  response: (schema: Json, schemas?: JsonObject) =>
    documentOf({ responses: { 200: { ...described, ...json(schema) } } }, schemas),
  parameter: (schema: Json) => documentOf({ parameters: [{ name: 'q', in: 'query', schema }] }),
} as const;

const found = (base: JsonObject, revision: JsonObject) =>
  diffDocuments(base, revision, { asOf: '2026-11-20', minNotice: null }).filter(({ id }) => !id.startsWith('api-'));
const written = (...pair: readonly [JsonObject, JsonObject]) =>
  found(...pair).map(({ level, id, witness }) => `${level} ${id}${witness ? ` ${JSON.stringify(witness.value)}` : ''}`);

/** The smallest pairs of schemas for what once went wrong, each with all that is reported. */
const pairs: readonly (readonly [string, keyof typeof uses, Json, Json, readonly string[]])[] = [
  [
    'an alternative that was null allows nothing',
    'request',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    { anyOf: [{ type: 'string' }, { type: 'null', not: { type: 'null' } }] },
    ['error request-body-wrapped-in-any-of null'],
  ],
  [
    'an alternative that allowed nothing is null',
    'response',
    { anyOf: [{ type: 'string' }, { type: 'null', not: { type: 'null' } }] },
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ['error response-body-any-of-removed null'],
  ],
  [
    'a list of one, which is sent as its value, becomes that value',
    'parameter',
    { type: 'array', items: { type: 'string', minLength: 1 }, maxItems: 1, minItems: 1 },
    { type: 'string' },
    ['warning request-parameter-type-changed'],
  ],
  [
    'a list of one or more becomes one value',
    'parameter',
    { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
    { type: 'string' },
    ['error request-parameter-type-changed ["a","a"]'],
  ],
  ['a schema for anything becomes null', 'request', {}, { type: 'null' }, ['error request-body-type-changed 0']],
  [
    'both bounds of contains increase',
    'request',
    { type: 'array', contains: { type: 'integer' }, minContains: 1, maxContains: 3 },
    { type: 'array', contains: { type: 'integer' }, minContains: 2, maxContains: 5 },
    ['info request-body-max-contains-increased', 'error request-body-min-contains-increased [0]'],
  ],
  [
    'a member of an answer becomes required and has one more value',
    'response',
    { type: 'object', properties: { a: { type: 'string', enum: ['a'] } } },
    { type: 'object', required: ['a'], properties: { a: { type: 'string', enum: ['a', 'b'] } } },
    ['info response-property-became-required', 'error response-property-enum-value-added "b"'],
  ],
  [
    'a pattern of nested repetitions',
    'request',
    { type: 'string', pattern: '^(a+)+c$' },
    { type: 'string', pattern: '^(a+)+b$' },
    ['error request-body-pattern-changed "ac"'],
  ],
  [
    'two spellings of a pattern',
    'request',
    { type: 'string', pattern: '^[0-9]+$' },
    { type: 'string', pattern: '^\\d+$' },
    [],
  ],
  [
    'a pattern without its look-ahead',
    'response',
    { type: 'string', pattern: '^(?!x)[a-z]+$' },
    { type: 'string', pattern: '^[a-z]+$' },
    ['error response-body-pattern-changed "x"'],
  ],
  [
    'a query parameter becomes a list',
    'parameter',
    { type: 'integer' },
    { type: 'array', items: { type: 'integer' } },
    ['info request-parameter-became-list'],
  ],
  [
    'a query parameter and its default become a list',
    'parameter',
    { type: 'string', enum: ['id', 'name'], default: 'id' },
    { type: 'array', items: { type: 'string', enum: ['id', 'name'] }, default: ['id'] },
    ['info request-parameter-became-list'],
  ],
  [
    'an enum of numbers gets their type',
    'parameter',
    { enum: [1, 2] },
    { type: 'integer', enum: [1, 2] },
    ['info request-parameter-type-changed'],
  ],
  [
    'a constant becomes any integer',
    'parameter',
    { const: 5 },
    { type: 'integer' },
    ['info request-parameter-const-removed', 'info request-parameter-type-changed'],
  ],
  [
    'an unknown format is added',
    'request',
    { type: 'string' },
    { type: 'string', format: 'iban' },
    ['warning request-body-type-changed'],
  ],
  [
    'an optional member of an answer is gone',
    'response',
    { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
    { type: 'object', properties: { a: { type: 'string' } } },
    ['warning response-optional-property-removed'],
  ],
  [
    'members move into an allOf, beside a new optional one',
    'request',
    { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
    {
      allOf: [
        { type: 'object', required: ['a'], properties: { a: { type: 'string' } } },
        { type: 'object', properties: { b: { type: 'string' } } },
      ],
    },
    ['info request-body-all-of-added', 'info new-optional-request-property'],
  ],
];

describe('the smallest pairs', () => {
  it.each(pairs)('%s (%s)', (_, use, base, revision, expected) => {
    expect(written(uses[use](base), uses[use](revision))).toEqual(expected);
  });

  it.each(['request', 'response'] as const)('the name of a discriminator changes (%s)', (use) => {
    const union = (propertyName: string) => ({
      discriminator: { propertyName },
      oneOf: ['Cat', 'Dog'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
    });
    const member = (name: string) => ({
      type: 'object',
      required: ['kind', 'type'],
      properties: { kind: { const: name }, type: { const: name } },
    });
    const schemas = { Cat: member('Cat'), Dog: member('Dog') };
    expect(written(uses[use](union('kind'), schemas), uses[use](union('type'), schemas))).toEqual([
      `error ${use}-body-discriminator-property-name-changed`,
    ]);
  });
});

describe('large pairs', () => {
  const both = (schema: Json, schemas?: JsonObject) =>
    documentOf({ requestBody: json(schema), responses: { 200: { ...described, ...json(schema) } } }, schemas);
  const levels = (base: JsonObject, revision: JsonObject) => [
    ...new Set(found(base, revision).map(({ level }) => level)),
  ];

  it('each change of a ring of 250 schemas, each of which leads to two others, is one result', () => {
    const ring = (minimum: number) =>
      both(
        { $ref: '#/components/schemas/S0' },
        Object.fromEntries(
          Array.from({ length: 250 }, (_, index) => [
            `S${index}`,
            {
              type: 'object',
              properties: {
                id: { type: 'integer', minimum },
                next: { $ref: `#/components/schemas/S${(index + 1) % 250}` },
                other: { $ref: `#/components/schemas/S${(index * 2 + 1) % 250}` },
              },
            },
          ]),
        ),
      );
    const results = found(ring(0), ring(1));
    expect(results).toHaveLength(250);
    expect(results.every(({ level }) => level === 'error')).toBe(true);
  });

  it.each([400, 10_000])('an enum of %i values is replaced', (count) => {
    const values = (start: string) => both({ enum: Array.from({ length: count }, (_, index) => `${start}${index}`) });
    const results = found(values('old'), values('new'));
    expect(results).toHaveLength(4);
    expect(results.map(({ witness }) => witness?.value)).toEqual(expect.arrayContaining(['old0', 'new0']));
  });

  it('an optional boolean comes to one of 64 linked unions', () => {
    const unions = (more: JsonObject) => {
      const names = Array.from({ length: 64 }, (_, index) => `Member${index}`);
      return both(
        { $ref: '#/components/schemas/Union' },
        {
          Union: { oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })) },
          ...Object.fromEntries(
            names.map((name, index) => [
              name,
              {
                type: 'object',
                required: ['tag'],
                properties: {
                  tag: { type: 'string', enum: [name] },
                  inner: { anyOf: [{ $ref: '#/components/schemas/Union' }, { type: 'null' }] },
                  ...(index === 32 && more),
                },
              },
            ]),
          ),
        },
      );
    };
    expect(levels(unions({}), unions({ extra: { type: 'boolean' } }))).toEqual(['info']);
  });

  it('a text becomes shorter in one of 14 members of an allOf, each an anyOf of three', () => {
    const product = (maxLength: number) =>
      both({
        allOf: Array.from({ length: 14 }, (_, index) => ({
          anyOf: ['a', 'b', 'c'].map((kind) => ({
            type: 'object',
            required: [`${kind}${index}`],
            properties: {
              [`${kind}${index}`]: { type: 'string', maxLength: kind === 'a' && index === 0 ? maxLength : 100 },
            },
          })),
        })),
      });
    expect(levels(product(100), product(50))).toContain('error');
  });
});
