import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.js';
import { matchContent } from './media-types.js';

const content = (name: string): JsonObject => ({ content: { [name]: {} } });

describe('matchContent', () => {
  it.each([
    ['application/json', 'application/json; charset=utf-8', 'same'],
    ['application/json;charset="UTF-8"', 'Application/JSON', 'same'],
    ['text/csv', 'text/csv; charset=iso-8859-1', 'specialized'],
    ['text/csv; header=present; charset=utf-8', 'text/csv;HEADER="present"', 'same'],
    ['text/csv; header=present', 'text/csv; header=absent', 'changed'],
    ['application/json; version=1', 'application/json', 'generalized'],
    ['application/json; profile=A', 'application/json; profile=a', 'changed'],
    ['application/vnd.items+json', 'application/json', 'generalized'],
    ['image/png', 'image/*', 'generalized'],
    ['*/*', 'image/png', 'specialized'],
  ])('%s and %s: %s', (base, revision, relation) => {
    expect(matchContent(content(base), content(revision)).common).toEqual([{ base, revision, relation }]);
  });

  it('has no relation between types of their own', () => {
    expect(matchContent(content('text/csv'), content('application/json'))).toEqual({
      common: [],
      added: ['application/json'],
      removed: ['text/csv'],
    });
  });
});
