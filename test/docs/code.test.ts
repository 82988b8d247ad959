import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { compileBlocks } from './compile-blocks.js';
import { syntaxProblem } from './parse-block.js';
import { pages, readPage } from './read-page.js';

const blocks = pages.flatMap(readPage);

it('every block is marked with nothing, or with a mark that is known', () => {
  const marked = blocks.filter(({ mark }) => !['', 'fragment', 'continued', 'given'].includes(mark));
  expect(marked.map(({ page, line, mark }) => `${page}:${line} ${mark}`)).toEqual([]);
});

describe.each(pages)('%s', (page) => {
  it('has code without mistakes of syntax', () => {
    const problems = readPage(page).map((block) => [syntaxProblem(block), block] as const);
    expect(problems.flatMap(([problem, { line }]) => (problem === null ? [] : `${page}:${line}: ${problem}`))).toEqual(
      [],
    );
  });
});

// test/adopt follows the pages of docs/adopt in applications of their frameworks.
it('every block of TypeScript compiles, except fragments', () => {
  const folder = join(inject('workFolder'), 'compiled');
  mkdirSync(folder);
  const whole = blocks.filter(
    ({ page, language, mark }) => language === 'ts' && mark !== 'fragment' && !page.startsWith('docs/adopt'),
  );
  expect(whole.length).toBeGreaterThan(40);
  expect(compileBlocks(folder, whole, blocks)).toEqual([]);
});
