import { expect } from 'vitest';
import type { AdoptedApp } from './adopted-app.js';
import { type CodeBlock, codeBlocks } from './code-blocks.js';

/** Does what "Keep version 1 alive" of a page of docs/adopt says, word for word and in its order. */
export async function followAround(app: AdoptedApp, page: string): Promise<void> {
  const blocks = codeBlocks(page).filter(({ section }) => section === 'Keep version 1 alive');
  const written = blocks.flatMap(({ file, language, text }) =>
    file === null ? [] : linesOf(text).filter((line) => language !== 'diff' || line.startsWith('+')),
  );
  // Ten lines, and those of imports.
  expect(written.filter((line) => !/^\+?import /.test(line)).length).toBeLessThanOrEqual(10);
  for (const block of blocks) {
    if (block.language === 'diff') applyDiff(app, block);
    else if (block.file !== null) app.write(block);
    else for (const line of block.text.trim().split('\n')) await app.type(line);
  }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '');

/** Lines begin as those of a unified diff do; the last one may end before its line does. */
function applyDiff(app: AdoptedApp, { file, text }: CodeBlock): void {
  const lines = linesOf(text);
  const side = (other: string) =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join('\n');
  app.edit(file!, side('+'), side('-'));
}
