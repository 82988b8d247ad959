import { afterEach, describe, expect, it } from 'vitest';
import { KeptModules } from './kept-modules.js';
import { loadExports } from './load-service.js';
import { makeProject } from '../testing/temporary-project.js';

const opened: { remove(): void }[] = [];
afterEach(() => opened.splice(0).forEach((one) => one.remove()));

const files = {
  'a.ts': `import { list } from './list.ts';\nexport * from './book.ts';\nexport { default as named } from './book.ts';\nexport { list };\n`,
  'list.ts': `import { book } from './book.ts';\nexport const list: unknown[] = [book];\n`,
  'book.ts': `export const book = { count: 0 };\nexport class Shop {}\nexport default function title() {} // a comment at the end`,
};

/** Loads a project, and again with other texts of some of its files. */
async function loadTwice(written: Readonly<Record<string, string>>, texts: Readonly<Record<string, string>>) {
  const project = makeProject(written);
  opened.push(project);
  const kept = new KeptModules();
  const options = { cwd: project.cwd, kept };
  const first = await loadExports(project.path('a.ts'), options);
  const others = new Map(Object.entries(texts).map(([name, text]) => [project.path(name), text]));
  return { first, second: await loadExports(project.path('a.ts'), { ...options, texts: others }) };
}

describe('a module that is loaded again', () => {
  it('is evaluated with what imports it, and shares the others', async () => {
    const { first, second } = await loadTwice(files, {
      'list.ts': `import { book } from './book.ts';\nexport const list = [book, book];\n`,
    });
    expect(first['list']).toEqual([first['book']]);
    expect(second['list']).toEqual([first['book'], first['book']]);
    for (const name of ['book', 'Shop', 'named']) expect(second[name]).toBe(first[name]);
  });

  it('shares nothing where the text is in all others', async () => {
    const { first, second } = await loadTwice(files, { 'book.ts': `${files['book.ts']}\n// changed` });
    expect(second['book']).toEqual(first['book']);
    expect(second['book']).not.toBe(first['book']);
  });

  it('is whole where a module is not an ES module: no module exists twice', async () => {
    const mixed = {
      ...files,
      'list.ts': `import { book } from './book.ts';\nimport old from './old.cjs';\nexport const list = [book, old];\n`,
      'old.cjs': `module.exports = { old: true };\n`,
    };
    const { first, second } = await loadTwice(mixed, { 'list.ts': `${mixed['list.ts']}list.push(book);\n` });
    expect(second['list']).toEqual([{ count: 0 }, { old: true }, { count: 0 }]);
    expect(second['book']).not.toBe(first['book']);
  });

  it('says where a text is wrong, and is as before after that', async () => {
    const project = makeProject(files);
    opened.push(project);
    const options = { cwd: project.cwd, kept: new KeptModules() };
    const first = await loadExports(project.path('a.ts'), options);
    const texts = new Map([[project.path('list.ts'), 'export const list = [\n  lost,\n];\n']]);
    await expect(loadExports(project.path('a.ts'), { ...options, texts })).rejects.toThrow('lost is not defined');
    const again = new Map([[project.path('list.ts'), 'export const list = [];\n']]);
    expect((await loadExports(project.path('a.ts'), { ...options, texts: again }))['book']).toBe(first['book']);
  });
});
