import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.js';
import { contradictionIn } from './fits-nothing.js';

const strict = (name: string) => ({
  type: 'object',
  properties: { [name]: { type: 'number' } },
  required: [name],
  additionalProperties: false,
});
const member = (one: Json, other: Json): Json => ({
  type: 'object',
  required: ['m'],
  allOf: [{ properties: { m: one } }, { properties: { m: other } }],
});
const components: Readonly<Record<string, Json>> = {
  '#/A': strict('a'),
  '#/Loop': { allOf: [{ $ref: '#/Loop' }], type: 'object' },
};
const references = { target: ({ $ref }: { readonly $ref?: Json }) => components[String($ref)], ignoresSiblings: false };
const why = (schema: Json) => contradictionIn(schema, references as never);

describe('no value fits', () => {
  it.each<readonly [Json, string]>([
    [
      { allOf: [{ $ref: '#/A' }, strict('b')] },
      '"a" is required and additionalProperties: false beside it does not name it',
    ],
    [
      member({ type: 'string' }, { type: 'number' }),
      '"m" is required, and for it no value is of the types "string" and "number" at once',
    ],
    [member({ enum: ['a'] }, { const: 'b' }), '"m" is required, and for it no value is in every enum and const'],
    [
      member({ type: 'integer' }, { enum: ['a'] }),
      '"m" is required, and for it none of the values "a" has an allowed type',
    ],
    [
      member({ type: 'string', minLength: 3 }, { maxLength: 2 }),
      '"m" is required, and for it minLength 3 is more than maxLength 2',
    ],
    [
      { allOf: [strict('a'), { anyOf: [strict('b'), strict('c')] }] },
      'no option of anyOf is left: "a" is required and additionalProperties: false beside it does not name it',
    ],
  ])('%j', (schema, clause) => expect(why(schema)).toBe(clause));
});

describe('a value may fit', () => {
  it.each<Json>([
    { $ref: '#/A' },
    { $ref: '#/Loop' },
    { allOf: [strict('a'), strict('a')] },
    { allOf: [{ $ref: '#/A' }, { type: 'object', properties: { b: {} } }] },
    { required: ['m'], properties: { m: false } },
    { type: ['object', 'null'], required: ['b'], additionalProperties: false },
    { type: 'integer', allOf: [{ type: 'number' }] },
    { minimum: 3, maximum: 2 },
    { type: 'object', minimum: 3, maximum: 2 },
    { anyOf: [strict('a'), { allOf: [strict('a'), strict('b')] }] },
    { type: 'object', required: ['x-a'], patternProperties: { '^x-': {} }, additionalProperties: false },
  ])('%j', (schema) => expect(why(schema)).toBeNull());
});
