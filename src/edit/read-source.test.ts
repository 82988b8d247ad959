import { describe, expect, it } from 'vitest';
import { importsOf, nodesIn, readSource, withoutTypes } from './read-source.js';

const text = `import plain, { a as b, type C, "d-e" as d } from './x.js';
import type { F } from './f.js';
import * as all from 'y';
/* 𝒳 */ export const next = ['é'] as const satisfies readonly string[];
`;

describe('readSource', () => {
  it('lists what a module imports, by its own names', () => {
    const listed = importsOf(readSource('a.ts', text)!).map(({ imported, local, isType, specifier }) => [
      imported,
      local,
      isType,
      specifier,
    ]);
    expect(listed).toEqual([
      ['default', 'plain', false, './x.js'],
      ['a', 'b', false, './x.js'],
      ['C', 'C', true, './x.js'],
      ['d-e', 'd', false, './x.js'],
      ['F', 'F', true, './f.js'],
      [null, 'all', false, 'y'],
    ]);
  });

  it('counts in UTF-16 units, and looks below types', () => {
    const { program } = readSource('a.ts', text)!;
    const [list] = [...nodesIn(program)].filter(({ type }) => type === 'ArrayExpression');
    expect(text.slice(list!.start, list!.end)).toBe("['é']");
    const [typed] = [...nodesIn(program)].filter(({ type }) => type === 'TSSatisfiesExpression');
    expect(withoutTypes(typed!)).toBe(list);
  });

  it('reads no module with a syntax error', () => {
    expect(readSource('a.ts', 'const a = ;')).toBeNull();
  });
});
