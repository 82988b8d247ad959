import { expect } from 'vitest';
import type { AdoptedApp } from './adopted-app.js';
import { codeBlocks } from './code-blocks.js';

/** An edit of a source file: a text that is there once, and what replaces it. */
export type Edit = readonly [file: string, from: string, to: string];

/** Judges an edit with the line that CI runs: its exit code and report once the lock files follow the edit. */
export type Judge = (edit: Edit) => Promise<{ readonly code: number; readonly report: string }>;

/** Types what a section of a page of docs/adopt says, word for word, and merges it. The last line is what CI runs. */
export async function followRecipe(app: AdoptedApp, page: string, section = ''): Promise<Judge> {
  const blocks = codeBlocks(page).filter((block) => block.section === section);
  const files = blocks.filter(({ file }) => file !== null);
  const lines = blocks.filter(({ file }) => file === null).flatMap(({ text }) => text.trim().split('\n'));
  const written = files.flatMap(({ text }) => text.trim().split('\n').slice(1));
  expect(lines.length + written.length).toBeLessThanOrEqual(10);

  for (const block of files) app.write(block);
  const gate = lines.pop()!;
  for (const line of lines) await app.type(line);
  const { stdout } = await app.type(
    'git add . && git commit -qm "follow the recipe" && git show --name-only --format=',
  );
  const made = stdout.split('\n').filter((name) => name !== '' && !/^contracts\/[\w.]+$/.test(name));
  expect(made).toEqual(['package-lock.json', 'package.json', ...files.map(({ file }) => file!)].toSorted());
  await app.type(gate);
  await app.type('git push -q');
  const [build] = /^npm run build && /.exec(gate) ?? [''];
  const gateOfBuilt = gate.slice(build.length);
  await app.type(gateOfBuilt);

  return async ([file, from, to]) => {
    app.edit(file, from, to);
    await app.type(`${build}npx svc openapi lock && git add . && git commit -qm "a change"`);
    const { code, stdout: report } = await app.type(gateOfBuilt, { mayFail: true });
    await app.type('git reset -q --hard origin/main');
    return { code, report };
  };
}

export async function expectVerdicts(judge: Judge, breaking: Edit, id: string, compatible: Edit): Promise<void> {
  expect(await judge(breaking)).toEqual({ code: 1, report: expect.stringContaining(`[${id}]`) });
  expect(await judge(compatible)).toEqual({ code: 0, report: expect.stringContaining('The gate is open.') });
}
