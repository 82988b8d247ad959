import { type } from 'arktype';
import { describe, expect, it } from 'vitest';
import { projectionOf } from '../project.js';
import { readJsonSchema } from './read-json-schema.js';

describe('a type of ArkType', () => {
  it('is described with its defaults, but for those that differ each time', () => {
    let count = 0;
    const Search = type({
      sort: "'title' | 'newest' = 'title'",
      limit: 'number = 5',
      tags: type('string[]').default(() => ['a']),
      id: type('number').default(() => ++count),
    });
    const { properties, required } = readJsonSchema(Search, 'input').root as { properties: object; required?: unknown };
    expect(properties).toEqual({
      id: { type: 'number' },
      limit: { type: 'number', default: 5 },
      sort: { enum: ['newest', 'title'], default: 'title' },
      tags: { type: 'array', items: { type: 'string' }, default: ['a'] },
    });
    expect(required).toBeUndefined();
    expect(readJsonSchema(Search, 'output').root).toMatchObject({ required: ['id', 'limit', 'sort', 'tags'] });
  });

  it.each([
    [type({ '[/^x-/]': 'number' }), { 'x-a': 1, secret: 's' }, { 'x-a': 1 }],
    [type({ id: 'string', '[/^x-/]': 'number' }), { id: 'k', 'x-a': 1, secret: 's' }, { id: 'k', 'x-a': 1 }],
    [
      type({ '[/^x-/]': 'number', '[/^y-/]': 'string' }),
      { 'x-a': 1, 'y-b': 's', secret: 's' },
      { 'x-a': 1, 'y-b': 's' },
    ],
  ])('answers the members of its patterns and no others', (schema, value, sent) => {
    expect(projectionOf(schema)!(value)).toEqual(sent);
  });
});
