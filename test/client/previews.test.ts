import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { capture, fixture } from '../../src/cli/testing/capture-io.js';
import { serveForTest } from '../../src/server/testing/serve-for-test.js';
import service from '../../fixtures/previews/svc.config.js';
import unreleased from '../../fixtures/previews-next/svc.config.js';
import { compile, compileWithDeclarations } from './compile.js';
import { consumerFolder, writeFiles } from './consumer-folder.js';

const previews = fixture('previews/svc.config.ts');
const both = ['--preview', 'tags-2026-11', '--preview', 'search-2026-11'];

const usage = `
import { createClient } from './api/v2.js';
import { createClient as createV1 } from './api/v1.js';
import type { Book } from './api/v2+tags-2026-11.js';

export async function talk(baseUrl: string) {
  const params = { path: { id: '1' } };
  const plain = createClient({ baseUrl });
  const without = (await plain.GET('/books/{id}', { params })).data;
  // @ts-expect-error no tags without the preview
  void without?.tags;
  // @ts-expect-error no search without the preview
  void (() => plain.GET('/books/search'));
  const tagged = createClient({ baseUrl, previews: ['tags-2026-11'] });
  const book: Book | undefined = (await tagged.GET('/books/{id}', { params })).data;
  const tags: string[] | undefined = book?.tags;
  // @ts-expect-error the other preview has the search
  void (() => tagged.GET('/books/search'));
  const searching = createClient({ baseUrl, previews: ['search-2026-11'] });
  const found = (await searching.GET('/books/search')).data?.[0];
  // @ts-expect-error the other preview has the tags
  void found?.tags;
  const all = createClient({ baseUrl, previews: ['tags-2026-11', 'search-2026-11'] });
  const first: string | undefined = (await all.GET('/books/search')).data?.[0]?.tags[0];
  const again: typeof all = createClient({ baseUrl, previews: ['search-2026-11', 'tags-2026-11'] });
  const shelves: string[] | undefined = (await again.GET('/books/shelves/all')).data;
  // @ts-expect-error version 1 has no previews
  createV1({ baseUrl, previews: ['tags-2026-11'] });
  // @ts-expect-error an unknown preview
  createClient({ baseUrl, previews: ['tag-2026-11'] });
  // @ts-expect-error a preview twice
  createClient({ baseUrl, previews: ['tags-2026-11', 'tags-2026-11'] });
  const unknown: 'tags-2026-11'[] = [];
  // @ts-expect-error a list that only the run knows
  createClient({ baseUrl, previews: unknown });
  const one = createV1({ baseUrl });
  const old = (await one.GET('/books/{id}', { params })).data;
  return { without, tags, found, first, shelves, old };
}
console.log(JSON.stringify(await talk('BASE_URL')));
`;

it('previews are options of the client whose types and answers they change', async () => {
  const { app, url } = await serveForTest(service.root, { versioning: service.versioning });
  const folder = consumerFolder({ noEmit: false, outDir: 'out' });
  expect(await capture(['client', previews, ...both], { cwd: folder })).toMatchObject({ code: 0 });
  writeFiles(folder, { 'src/usage.ts': usage.replace('BASE_URL', url) });
  expect(compile(folder)).toBe('');
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out', 'usage.js')]);
  const plain = { id: '1', title: 'Emma' };
  expect(JSON.parse(stdout)).toEqual({
    without: plain,
    tags: ['novel'],
    found: plain,
    first: 'novel',
    shelves: ['A'],
    old: plain,
  });
  await app.close();
});

it('a client of what is not released has them too', async () => {
  const { root, versioning } = unreleased;
  const { app, url } = await serveForTest(root, { versioning });
  const folder = consumerFolder({ noEmit: false, outDir: 'out' });
  const names = ['search-2026-11', 'lent-2026-11', 'tags-2026-11'].flatMap((name) => ['--preview', name]);
  const versions = ['--api-version', 'next', '--api-version', '2', '--api-version', '1'];
  const argv = ['client', fixture('previews-next/svc.config.ts'), ...versions, ...names];
  expect(await capture(argv, { cwd: folder })).toMatchObject({ code: 0 });
  writeFiles(folder, {
    'src/usage.ts': `
import { createClient as createNext } from './api/vnext.js';
import { createClient as createV2 } from './api/v2.js';
import { createClient as createV1 } from './api/v1.js';

const baseUrl = '${url}';
const params = { path: { id: '1' } };
const next = createNext({ baseUrl, previews: ['tags-2026-11'] });
const book = (await next.GET('/books/{id}', { params })).data!;
const year: number = book.author.born;
const tag: string | undefined = book.tags[0];
const [lent] = (await createNext({ baseUrl, previews: ['lent-2026-11', 'tags-2026-11'] }).GET('/books/lent')).data!;
const lentTags: string[] = lent!.tags;
const v2 = createV2({ baseUrl, previews: ['search-2026-11', 'tags-2026-11'] });
const [found] = (await v2.GET('/books/search')).data!;
// @ts-expect-error version 2 has no year of birth
void found!.author.born;
// @ts-expect-error version 2 does not have the operation, whatever is on
void (() => createV2({ baseUrl, previews: ['lent-2026-11'] }).GET('/books/lent'));
// @ts-expect-error version 1 has no previews
const v1 = createV1({ baseUrl, previews: ['tags-2026-11'] });
const { error } = await v1.GET('/books/{id}', { params, headers: { 'API-Preview': 'tags-2026-11' } });
console.log(JSON.stringify({ year, tag, lentTags, author: found!.author, refused: (error as { code?: string }).code }));
`,
  });
  expect(compile(folder)).toBe('');
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'out', 'usage.js')]);
  expect(JSON.parse(stdout)).toEqual({
    year: 1775,
    tag: 'novel',
    lentTags: ['novel'],
    author: { name: 'Jane Austen' },
    refused: 'preview-needs-newest',
  });
  await app.close();
});

it('nothing of a preview is in a client that does not name it', async () => {
  const folder = consumerFolder();
  const svc = (...words: string[]) => capture(['client', previews, ...words], { cwd: folder });
  await svc();
  const read = (name: string) => readFileSync(join(folder, 'src/api', name), 'utf8');
  for (const name of ['v1.ts', 'v2.ts', 'common.ts', 'shared.ts']) expect(read(name)).not.toMatch(/preview|2026-11/i);
  expect(await svc('--preview', 'tags-2026-11')).toMatchObject({ code: 0, stderr: 'Wrote 8 files in src/api.\n' });
  expect(read('v2.ts')).not.toContain('search-2026-11');
  expect(await svc('--preview', 'tags-2026-11', '--check')).toMatchObject({ code: 0 });
  expect((await svc('--check')).stdout).toContain('src/api/v2+tags-2026-11.ts is no longer needed.\n');
  expect(await svc('--api-version', '2', ...both, '--base-url', 'https://api.example.com')).toMatchObject({ code: 0 });
  expect(compile(folder)).toBe('');
  expect(readdirSync(join(folder, 'src/api')).filter((name) => name.startsWith('v'))).toEqual([
    'v2+search-2026-11+tags-2026-11.ts',
    'v2+search-2026-11.ts',
    'v2+tags-2026-11.ts',
    'v2.ts',
  ]);
});

it('a package has the types of previews as subpaths', async () => {
  const folder = consumerFolder();
  const written = await capture(['client', previews, '--package', '@acme/books', '--preview', 'tags-2026-11'], {
    cwd: folder,
  });
  expect(written.code).toBe(0);
  expect(JSON.parse(readFileSync(join(folder, 'client/package.json'), 'utf8')).exports).toMatchObject({
    './v2': { types: './v2.d.ts', default: './v2.js' },
    './v2+tags-2026-11': { types: './v2+tags-2026-11.d.ts' },
  });
  writeFiles(folder, {
    'src/use.ts': `
import { createClient } from '#books/v2';
import type { Book } from '#books/v2+tags-2026-11';
const answer = await createClient({ previews: ['tags-2026-11'] }).GET('/books/{id}', { params: { path: { id: '1' } } });
export const book: Book | undefined = answer.data;
`,
    'package.json':
      '{ "type": "module", "imports": { "#books/*": { "types": "./client/*.d.ts", "default": "./client/*.js" } } }',
  });
  expect(compileWithDeclarations(folder)).toBe('');
});

it.each([
  [['--preview', 'tag-2026-11'], 'Unknown preview "tag-2026-11". Did you mean "tags-2026-11"?'],
  [
    ['--preview', 'tags-2026-11', '--api-version', '1'],
    'Previews stand beside the newest version, 2. Omit --api-version, or write --api-version 2.',
  ],
  [
    ['a', 'b', 'c', 'd', 'e'].flatMap((name) => ['--preview', name]),
    'A client has types for each set of its previews, of at most 4. Name fewer, or write several clients with --out-dir.',
  ],
])('refuses %j', async (words, message) => {
  const { code, stderr } = await capture(['client', previews, ...words], { cwd: consumerFolder() });
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});
