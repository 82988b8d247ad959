import type { AdoptedApp } from './adopted-app.js';
import { codeBlocks } from './code-blocks.js';

/** Writes the files of docs/adopt/side-by-side.md into the application as it was before its recipe. */
export async function writeSideBySide(app: AdoptedApp, ...sections: readonly string[]): Promise<void> {
  await app.startOver();
  await app.type('npm install --save-dev svckit zod@4.6.7');
  for (const block of codeBlocks('side-by-side.md'))
    if (block.file !== null && ['The routes', ...sections].includes(block.section)) app.write(block);
}
