import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../json/json.js';
import { diffPlaces } from './diff-documents.js';

const document = (openapi: string, schema: Json): JsonObject => {
  const body = { content: { 'application/json': { schema } } };
  return {
    openapi,
    info: { title: 'Any', version: '1' },
    components: { schemas: { Name: { type: 'string' } } },
    paths: { '/any': { post: { requestBody: body, responses: { 200: { description: '', ...body } } } } },
  };
};
const told = (base: JsonObject, revision: JsonObject) =>
  diffPlaces(base, revision, { asOf: '2026-11-20' })
    .filter(({ level }) => level !== 'info')
    .map(({ level, id }) => `${level} ${id}`);

describe('keywords beside a reference, which OpenAPI 3.0 ignores and 3.1 does not', () => {
  const places: Readonly<Record<string, (schema: Json) => Json>> = {
    body: (schema) => schema,
    property: (schema) => ({ type: 'object', required: ['name'], properties: { name: schema } }),
    'alternative of a body': (schema) => ({ anyOf: [{ type: 'integer' }, schema] }),
  };
  const limits: readonly JsonObject[] = [
    { maxLength: 3 },
    { enum: ['a'] },
    { allOf: [{ maxLength: 3 }] },
    { not: { const: '' } },
  ];

  it.each(Object.keys(places))('the same text means less in 3.1: %s', (place) => {
    for (const limit of limits) {
      const schema = places[place]!({ $ref: '#/components/schemas/Name', ...limit });
      const [loose, strict] = [document('3.0.3', schema), document('3.1.0', schema)];
      expect(told(loose, strict).join()).toMatch(/^error request-/);
      expect(told(strict, loose).join()).toMatch(/^error response-/);
    }
  });

  it.each(Object.keys(places))('nothing is said of them in 3.0: %s', (place) => {
    for (const limit of [...limits, { nullable: true }]) {
      const plain = places[place]!({ $ref: '#/components/schemas/Name' });
      const noisy = places[place]!({ $ref: '#/components/schemas/Name', ...limit });
      expect(told(document('3.0.3', plain), document('3.0.3', noisy))).toEqual([]);
      expect(told(document('3.0.3', noisy), document('3.0.3', plain))).toEqual([]);
      expect(told(document('3.0.3', noisy), document('3.1.0', plain))).toEqual([]);
    }
  });
});

describe('keywords beside a reference, of a component that others refer to', () => {
  const leadingTo = (openapi: string, maxLength: number, steps: number): JsonObject => {
    const whole = document(openapi, { $ref: '#/components/schemas/Step0' });
    const last = { $ref: '#/components/schemas/Name', maxLength };
    const names = Array.from({ length: steps }, (_, index) => [
      `Step${index}`,
      index === steps - 1 ? last : { $ref: `#/components/schemas/Step${index + 1}` },
    ]);
    return { ...whole, components: { schemas: { Name: { type: 'string' }, ...Object.fromEntries(names) } } };
  };

  it.each([1, 2, 5])('count from 3.1 on, and not in 3.0, %i references away', (steps) => {
    const [loose, strict] = [100, 50].map((maxLength) => leadingTo('3.1.0', maxLength, steps));
    expect(told(loose!, strict!)).toEqual(['error request-body-max-length-decreased']);
    expect(told(strict!, loose!)).toEqual(['error response-body-max-length-increased']);
    const [before, after] = [100, 50].map((maxLength) => leadingTo('3.0.3', maxLength, steps));
    expect(told(before!, after!)).toEqual([]);
  });

  it('are undecided, and no silence, where such references lead to each other in a circle', () => {
    const circle = (maxLength: number): JsonObject => ({
      ...document('3.1.0', { $ref: '#/components/schemas/One' }),
      components: {
        schemas: {
          One: { $ref: '#/components/schemas/Two', maxLength },
          Two: { $ref: '#/components/schemas/One', type: 'string' },
        },
      },
    });
    expect(told(circle(100), circle(50))).toEqual(['warning request-body-max-length-decreased']);
  });
});
