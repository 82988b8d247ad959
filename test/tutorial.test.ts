import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from '../src/cli/testing/capture-io.js';
import { loadService } from '../src/export/loader/load-service.js';
import { callForTest, serveForTest } from '../src/server/testing/serve-for-test.js';
import { repository } from './read-imports.js';

const page = readFileSync(join(repository, 'docs/versions-as-changes.md'), 'utf8');

/** The files below `fixtures/tutorial` that a reader has written by the end of each section. */
const sections: Readonly<Record<string, readonly string[]>> = {
  'One version': ['one/book.ts', 'one/books.ts', 'one/versions.ts', 'one/svc.config.ts'],
  'Change the shape': ['two/book.ts', 'two/books.ts'],
  'Declare what changed': ['two/versions.ts', 'two/svc.config.ts'],
  'A third version': ['three/book.ts', 'three/books.ts', 'three/versions.ts', 'three/svc.config.ts'],
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-tutorial-'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const starts = [...Object.keys(sections), 'Ten lines for a real service'].map((title) =>
  page.indexOf(`\n## ${title}\n`),
);
const textOf = (title: string) => {
  const position = Object.keys(sections).indexOf(title);
  return page.slice(starts[position], starts[position + 1]);
};
const blocksOf = (title: string, language: string) =>
  [...textOf(title).matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, name, text]) =>
    name === language ? [text!] : [],
  );

/** Each command of a block, and what the page says that it prints. */
const commandsOf = (block: string) =>
  block
    .split(/^\$ /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)] as const);

/** The words of a command line; quotes hold words together. */
const wordsOf = (line: string) => [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);

/** A line of the page that is `…` stands for any number of lines, and one within a line for the rest of it. */
const matching = (text: string) =>
  new RegExp(
    `^${text
      .split(/^…\n/m)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('…', '.*'))
      .join('(?:.*\n)*')}$`,
  );

async function serve(): Promise<{ curl: (words: readonly string[]) => Promise<string>; close: () => Promise<void> }> {
  const { definition } = await loadService('svc.config.ts', { cwd: folder });
  const { root, ...options } = definition;
  const { app, url } = await serveForTest(root, options);
  const curl = async ([address = '', ...words]: readonly string[]) => {
    const valueOf = (option: string) => (words.includes(option) ? words[words.indexOf(option) + 1] : undefined);
    const [name, value] = valueOf('-H')?.split(': ') ?? [];
    const body = valueOf('--json');
    const { text } = await callForTest(url, address.replace('localhost:3000', ''), {
      headers: { ...(name && { [name]: value! }), ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body }),
    });
    return `${text}\n`;
  };
  return { curl, close: () => app.close() };
}

it('the README shows the same code and output', () => {
  const blocks = [...readFileSync(join(repository, 'README.md'), 'utf8').matchAll(/^```(?:ts|console)\n(.*?)^```$/gms)];
  const [code = '', output = ''] = blocks.map(([, text]) => text!);
  const file = readFileSync(join(repository, 'fixtures/tutorial/two/versions.ts'), 'utf8');
  expect(file).toContain(code.slice(code.indexOf('\n') + 1));
  for (const line of output.trim().split('\n')) expect(textOf('Declare what changed')).toContain(line);
});

it.each(Object.keys(sections))('the code and the output of "%s" are real', async (title) => {
  for (const file of sections[title]!)
    cpSync(join(repository, 'fixtures/tutorial', file), join(folder, basename(file)));
  for (const block of blocksOf(title, 'ts')) {
    const [, name = '', code = ''] = /^\/\/ (\S+)\n(.*)$/s.exec(block) ?? [];
    expect(readFileSync(join(folder, name), 'utf8')).toContain(code);
  }
  for (const block of blocksOf(title, 'console')) {
    const served = block.includes('$ curl') ? await serve() : null;
    for (const [line, output] of commandsOf(block)) {
      const [program, ...words] = wordsOf(line.replace(/^npx /, ''));
      const { stdout, stderr } =
        program === 'svc' ? await capture(words, { cwd: folder }) : { stdout: await served!.curl(words), stderr: '' };
      expect(`${stdout}${stderr}`).toMatch(matching(output));
    }
    await served?.close();
  }
});
