import { writeFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { capture } from './testing/capture-io.js';
import { makeRepository } from './testing/make-repository.js';
import { books, subtitles } from './release/testing/books.js';

const changed = { ...books, ...subtitles };
const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));

/** Two services, one in a folder of the other one. */
const project = makeRepository({ ...books, ...inFolder('orders', books), 'access.log': '', 'orders/access.log': '' });
afterAll(project.remove);
await capture(['openapi', 'lock'], { cwd: project.cwd });
await capture(['openapi', 'lock'], { cwd: project.path('orders') });
project.commit('promise');
for (const [name, text] of Object.entries(inFolder('orders', changed))) writeFileSync(project.path(name), text);
project.commit('subtitles');

/** Every command that takes an export file: what stands before it, and what behind it. */
const commands: readonly (readonly [before: string, behind: string])[] = [
  ['openapi lock', ''],
  ['openapi lock', '--check'],
  ['openapi lock', '--print 1'],
  ['openapi export', ''],
  ['check', ''],
  ['routes', '--matrix'],
  ['explain GET /books/7', ''],
  ['laws', '--runs 2'],
  ['lifecycle', ''],
  ['change', '--check'],
  ['change', '--base main'],
  ['release 2', '--as-of 2026-11-21'],
  ['gate', '--base HEAD~1'],
  ['diff v1 v1', ''],
  ['upgrade v1 v1', '--in orders'],
  ['verify http://127.0.0.1:9', ''],
  ['retire 1', ''],
  ['usage', '--log access.log'],
  ['webhooks', ''],
];
const words = (text: string) => text.split(' ').filter((word) => word !== '');

/** What a command says, and the files of the repository that it changes. */
async function tried(folder: string, argv: readonly string[]) {
  project.git(['checkout', '--quiet', '.']);
  project.git(['clean', '-fdq', '-e', 'node_modules']);
  const { code, stdout, stderr } = await capture(argv, { cwd: folder });
  // A table is as wide as its widest file.
  const said = `${stdout}${stderr}`.replaceAll('orders/', '').replaceAll(/ {2,}/g, '  ');
  return { code, said, files: project.git(['status', '--porcelain', '--untracked-files=all']) };
}

it.each(commands)('svc %s <file> %s works beside the file, wherever it is called', async (before, behind) => {
  const beside = await tried(project.path('orders'), [...words(before), ...words(behind.replace(' orders', ' .'))]);
  for (const entry of ['orders/svc.config.ts', 'orders'])
    expect(await tried(project.cwd, [...words(before), entry, ...words(behind)])).toEqual(beside);
  for (const line of beside.files.split('\n').filter((file) => file !== '')) expect(line).toMatch(/^.{2} ?orders\//);
});
