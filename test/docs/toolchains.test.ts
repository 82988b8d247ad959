import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { repository } from '../command/built-package.js';
import { runProgram, shellEnvironment } from '../packed/run-program.js';
import { moduleOf } from './compile-blocks.js';
import { readPage } from './read-page.js';

const runtimes = join(repository, 'test/runtimes/node_modules');

beforeAll(async () => {
  const { installFolder } = (await import(new URL('../../scripts/install-folder.mjs', import.meta.url).href)) as {
    installFolder(folder: string): void;
  };
  installFolder(join(repository, 'test/runtimes'));
});

/** Writes the files of a section, and of the page above all sections, into a folder of its own. */
function openSection(page: string, section: string): { readonly folder: string; readonly lines: readonly string[] } {
  const folder = mkdtempSync(join(inject('workFolder'), 'toolchain-'));
  symlinkSync(join(inject('workFolder'), 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{ "name": "example", "type": "module" }\n');
  const settings = readFileSync(join(repository, 'templates/service/tsconfig.json'), 'utf8');
  writeFileSync(join(folder, 'tsconfig.json'), settings.replace(/"include": .*/, '"include": ["*.ts"]'));
  const source = readFileSync(join(repository, page), 'utf8').split('\n');
  const first = source.indexOf(`## ${section}`) + 1;
  const next = source.findIndex((line, index) => index >= first && line.startsWith('## '));
  const blocks = readPage(page);
  const own = blocks.filter(({ line }) => line > first && (next === -1 || line < next));
  const shared = blocks.filter(
    ({ line, mark }) => mark === 'given' || line < source.findIndex((text) => text.startsWith('## ')),
  );
  for (const block of [...shared, ...own].filter(({ file }) => file !== null))
    writeFileSync(
      join(folder, block.file!),
      block.language === 'ts' ? moduleOf(block, blocks) : block.text.replace(/^\/\/.*\n/, ''),
    );
  const commands = own.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
  return { folder, lines: commands.filter((line) => !line.startsWith('npm install')) };
}

const environment = () => ({ ...shellEnvironment(), PORT: '0', HOST: '127.0.0.1' });

/** The program of a line, as npx finds it; runtimes are packages of test/runtimes. */
const programOf = (line: string) =>
  line
    .replace(/^npx (\S+)/, 'node_modules/.bin/$1')
    .replace(/^node_modules\/\.bin\/(tsc|esbuild|vite|vitest) /, `${join(repository, 'node_modules/.bin')}/$1 `)
    .replace(/^bun /, `${join(runtimes, '@oven/bun-linux-x64/bin/bun')} `)
    .replace(/^deno /, `${join(runtimes, '@deno/linux-x64-glibc/deno')} `);

async function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  child.stderr!.on('data', (text: Buffer) => void (printed += text));
  for await (const chunk of child.stdout!) {
    printed += String(chunk);
    const url = /Listening on (\S+)/.exec(printed)?.[1];
    if (url) return url;
  }
  throw new Error(`The server ended: ${printed}`);
}

/** Every build of the guide, by its page and section. */
const builds = {
  'docs/building.md': ['One file with esbuild', 'One file for each with tsc'],
  'docs/typescript.md': ['tsc', 'tsc with experimentalDecorators', 'esbuild', 'swc', 'Vite', 'Bun', 'Deno'],
};

describe.each(Object.entries(builds))('%s', (page, sections) => {
  it.each(sections)('%s: builds a server that answers, and stops', async (section) => {
    const { folder, lines } = openSection(page, section);
    for (const line of lines.slice(0, -1)) await runProgram(['bash', '-c', programOf(line)], folder);
    const server = spawn('bash', ['-c', `exec ${programOf(lines.at(-1)!)}`], { cwd: folder, env: environment() });
    const ended = once(server, 'exit');
    try {
      const answer = await fetch(`${await addressOf(server)}/api/greetings`);
      expect([answer.status, await answer.json()]).toEqual([200, { text: 'Hello' }]);
    } finally {
      server.kill('SIGTERM');
    }
    expect((await ended)[0]).toBe(0);
  });
});

it('docs/typescript.md, Vitest: runs the test', async () => {
  const { folder, lines } = openSection('docs/typescript.md', 'Vitest');
  const { stdout } = await runProgram(['bash', '-c', programOf(lines[0]!)], folder);
  expect(stdout).toMatch(/1 passed/);
});

it('Vite and Vitest need the plugin', async () => {
  const { folder } = openSection('docs/typescript.md', 'Vitest');
  writeFileSync(join(folder, 'vitest.config.ts'), 'export default {};\n');
  const { code } = await runProgram(['bash', '-c', programOf('npx vitest run')], folder, { mayFail: true });
  expect(code).not.toBe(0);
});
