import { describe, expect, it, vi } from 'vitest';
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

  it('takes the first that is related, each once, and finds it by type, range or suffix', () => {
    const many = (...names: readonly string[]) => ({ content: Object.fromEntries(names.map((name) => [name, {}])) });
    const { common, added, removed } = matchContent(
      many('a/x-1+json', 'a/json', 'a/x;v=1', 'a/x;v=2', 'b/*', 'c/z'),
      many('a/x-2+json', 'a/x;v=3', 'a/*;q=1', 'a/json;v=1', 'b/y', 'a/x;v=4', 'd/z'),
    );
    expect(common.map(({ base, revision, relation }) => `${base} ${revision} ${relation}`)).toEqual([
      'a/json a/x-2+json specialized',
      'a/x;v=1 a/x;v=3 changed',
      'a/x;v=2 a/x;v=4 changed',
      'b/* b/y specialized',
    ]);
    expect([added, removed]).toEqual([
      ['a/*;q=1', 'a/json;v=1', 'd/z'],
      ['a/x-1+json', 'c/z'],
    ]);
  });

  it('compares no more than twice as many of twice as many', () => {
    const named = (count: number, of: (index: number) => string) => ({
      content: Object.fromEntries(Array.from({ length: count }, (_, index) => [of(index), {}])),
    });
    const comparisonsOf = (count: number): number => {
      const [base, revision] = [
        named(count, (index) => `a/x-${index}+json`),
        named(count, (index) => (index % 2 === 0 ? `a/y-${index}` : `a/x-${index - 1}+json;v=1`)),
      ];
      const counted = vi.spyOn(String.prototype, 'endsWith');
      expect(matchContent(base, revision).common).toHaveLength(count / 2);
      const { length } = counted.mock.calls;
      counted.mockRestore();
      return length;
    };
    const [one, two, four] = [100, 200, 400].map(comparisonsOf) as [number, number, number];
    expect([two <= 2 * one, four <= 2 * two]).toEqual([true, true]);
  });

  it('has no relation between types of their own', () => {
    expect(matchContent(content('text/csv'), content('application/json'))).toEqual({
      common: [],
      added: ['application/json'],
      removed: ['text/csv'],
    });
  });
});
