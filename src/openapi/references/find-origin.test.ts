import { expect, it } from 'vitest';
import { findOrigin } from './find-origin.js';

const document = {
  schema: { $ref: '#/components/Dog' },
  components: {
    Dog: {
      properties: { name: { type: 'string' } },
      allOf: [
        { properties: { id: { type: 'integer' } } },
        { $ref: '#/components/Tagged' },
        { $ref: '#/components/Dog' },
        { allOf: [{ $ref: '#/components/Dog' }, { $ref: '#/components/Tagged' }] },
      ],
    },
    Tagged: { properties: { tag: { type: 'string' } } },
  },
};

it.each([
  [
    ['schema', 'properties', 'name', 'type'],
    ['components', 'Dog', 'properties', 'name', 'type'],
  ],
  [
    ['schema', 'properties', 'id'],
    ['components', 'Dog', 'allOf', '0', 'properties', 'id'],
  ],
  [
    ['schema', 'properties', 'tag', 'type'],
    ['components', 'Tagged', 'properties', 'tag', 'type'],
  ],
  [
    ['schema', 'properties', 'gone'],
    ['components', 'Dog', 'properties'],
  ],
  [['other'], []],
])('finds where %j is written: %j', (tokens, origin) => {
  expect(findOrigin(document, tokens)).toEqual(origin);
});
