import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { capture } from '../src/cli/testing/capture-io.js';
import { loadService } from '../src/export/loader/load-service.js';
import { callForTest, serveForTest } from '../src/server/testing/serve-for-test.js';
import { repository } from './read-imports.js';

const page = readFileSync(join(repository, 'docs/versions-as-changes.md'), 'utf8');

/** The folder of `fixtures/tutorial` that a reader has by the end of each section. */
const sections: Readonly<Record<string, string | null>> = {
  'One version': 'one',
  'Change the shape': null,
  'Declare what changed': 'two',
  'A third version': 'three',
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
/** The code of TypeScript and the commands of a section. */
const blocksOf = (title: string) =>
  [...textOf(title).matchAll(/^```(ts|console)(?: (fragment))?\n(.*?)^```$/gms)].map(
    ([, language, mark, text = '']) => ({ language, isPart: mark === 'fragment', text }),
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

it('the README shows the change of the tutorial, and its output', () => {
  const blocks = [...readFileSync(join(repository, 'README.md'), 'utf8').matchAll(/^```(?:ts|console)\n(.*?)^```$/gms)];
  const [code = '', output = ''] = blocks.map(([, text]) => text!);
  const file = readFileSync(join(repository, 'fixtures/tutorial/two/versions/2.ts'), 'utf8');
  const members = code.split('\n').filter((line) => /^ +(?:title|before|down|up):/.test(line));
  expect(members).toHaveLength(4);
  for (const line of members) expect(file).toContain(line.trim());
  for (const line of output.trim().split('\n')) expect(textOf('Declare what changed')).toContain(line);
});

const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Writes what a block shows of a file, where the folder has not got it already; what shows a part of it, as the section leaves it. */
function follow({ isPart, text }: { readonly isPart: boolean; readonly text: string }, outcome: string | null) {
  const [, name = '', code = ''] = /^\/\/ (\S+)\n(.*)$/s.exec(text) ?? [];
  const file = join(folder, name);
  if (read(file).includes(code)) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, isPart ? read(join(outcome!, name)) : code);
  expect(read(file)).toContain(code);
}

/** The files of a service, without lock files. */
const filesIn = (root: string) =>
  Object.fromEntries(
    ['', 'versions']
      .flatMap((name) => readdirSync(join(root, name)).map((file) => join(name, file)))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => [name, read(join(root, name))]),
  );

it.each(Object.entries(sections))('the code and the output of "%s" are real', async (title, outcome) => {
  const result = outcome === null ? null : join(repository, 'fixtures/tutorial', outcome);
  for (const block of blocksOf(title)) {
    if (block.language === 'ts') {
      follow(block, result);
      continue;
    }
    const served = block.text.includes('$ curl') ? await serve() : null;
    for (const [line, output] of commandsOf(block.text)) {
      const [program, ...words] = wordsOf(line.replace(/^npx /, ''));
      const { stdout, stderr } =
        program === 'svc' ? await capture(words, { cwd: folder }) : { stdout: await served!.curl(words), stderr: '' };
      expect(`${stdout}${stderr}`).toMatch(matching(output));
    }
    await served?.close();
  }
  if (result !== null) expect(filesIn(folder)).toEqual(filesIn(result));
});
