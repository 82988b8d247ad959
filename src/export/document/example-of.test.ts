import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeSchema } from './component-names.js';
import type { JsonSchema } from './open-api.js';
import { exampleOf } from './example-of.js';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const schemas = {
  'plain types': z.object({ text: z.string(), whole: z.int(), real: z.number(), yes: z.boolean(), none: z.null() }),
  bounds: z.object({
    a: z.int().min(5).max(6),
    b: z.number().gt(0).lt(0.5),
    c: z.number().multipleOf(0.25).min(10),
    d: z.int().max(-3),
    e: z.number().max(-1.5),
  }),
  text: z.object({
    short: z.string().max(2),
    long: z.string().min(50),
    exact: z.string().length(3),
    empty: z.string().max(0),
  }),
  patterns: z.object({
    trace: z.string().regex(/^[\da-f]{32}$/),
    slug: z.string().regex(/^[a-z-]+$/),
    code: z.string().regex(/^[A-Z]{3}$/),
    digits: z.string().regex(/^\d{6}$/),
  }),
  formats: z.object({
    mail: z.email(),
    url: z.url(),
    uuid: z.uuid(),
    at: z.iso.datetime(),
    day: z.iso.date(),
    v4: z.ipv4(),
  }),
  choices: z.object({
    one: z.enum(['b', 'a']),
    other: z.union([z.number().max(-1), z.string()]),
    maybe: z.string().nullable(),
    fixed: z.literal(7),
  }),
  lists: z.object({
    some: z.array(z.int()).min(2),
    pair: z.tuple([z.string(), z.number()]),
    any: z.array(z.unknown()),
    map: z.record(z.string(), z.int()),
  }),
  'given ones': z.object({ name: z.string().meta({ examples: ['Ada'] }), count: z.int().default(3) }),
} as const;

it.each(Object.entries(schemas))('makes a value that the schema admits: %s', (_, schema) => {
  const { jsonSchema } = describeSchema(schema, 'output');
  const example = exampleOf(jsonSchema, (part) => part);
  expect(example).toBeDefined();
  expect([example, ajv.validate(jsonSchema, example) ? null : ajv.errorsText()]).toEqual([example, null]);
});

it('prefers the examples and defaults of the schema', () => {
  expect(exampleOf(describeSchema(schemas['given ones'], 'output').jsonSchema, (part) => part)).toEqual({
    name: 'Ada',
    count: 3,
  });
});

it('returns nothing rather than a wrong example', () => {
  expect(exampleOf({ type: 'string', pattern: '^(foo|bar)-\\d{4}-[A-Z]x$' }, (part) => part)).toBeUndefined();
  expect(
    exampleOf(
      { type: 'object', properties: { a: { type: 'string', pattern: '^q[qz]{2}9$' } }, required: ['a'] },
      (part) => part,
    ),
  ).toBeUndefined();
  expect(
    exampleOf({ type: 'object', properties: { a: { type: 'string', pattern: '^q[qz]{2}9$' } } }, (part) => part),
  ).toEqual({});
});

it('terminates for a schema that refers to itself', () => {
  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: 'tree' } } },
    required: ['name', 'children'],
  };
  expect(exampleOf({ $ref: 'tree' }, (part) => (part.$ref === 'tree' ? tree : part))).toEqual({
    name: 'text',
    children: [],
  });
});

it('answers for schemas that all refer to each other', () => {
  const count = 60;
  const schemas = Array.from({ length: count }, (_, index) => ({
    type: 'object',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      ...Object.fromEntries([1, 2, 3, 4].map((step) => [`next${step}`, { $ref: String((index * 7 + step) % count) }])),
    },
  }));
  const resolve = (part: JsonSchema) => (part.$ref === undefined ? part : schemas[Number(part.$ref)]!) as JsonSchema;
  expect(exampleOf({ $ref: '0' }, resolve)).toMatchObject({ id: 1, next1: { id: 1 } });
  const endless = { type: 'object', required: ['a', 'b'], properties: { a: { $ref: '1' }, b: { $ref: '2' } } };
  expect(exampleOf(endless, (part) => (part.$ref === undefined ? part : endless) as JsonSchema)).toBeUndefined();
});
