import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

interface Options {
  readonly from: string;
  readonly only: (name: string) => boolean;
  readonly table: string;
  readonly svckit: string;
}
const { measureReal } = (await import(new URL('../../bench/lib/real.mjs', import.meta.url).href)) as {
  measureReal: (node: string, options: Options) => Promise<string>;
};

const book = { type: 'object', required: ['title'], properties: { title: { type: 'string' } } };
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  paths: { '/books/1': { get: { operationId: 'readBook', responses: { 200: { description: 'A book.', content } } } } },
  components: { schemas: { Book: book } },
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svckit-real-documents-'));
  const clone = join(folder, 'books+api');
  mkdirSync(clone);
  const git = (...argv: readonly string[]) => execFileSync('git', argv, { cwd: clone, encoding: 'utf8' }).trim();
  writeFileSync(join(clone, 'openapi.json'), JSON.stringify(document));
  writeFileSync(join(clone, 'readme.json'), '{ "about": "This is no OpenAPI document." }');
  git('init', '--quiet');
  git('add', '.');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--quiet', '-m', 'Books');
  const commit = git('rev-parse', 'HEAD');
  const lines = [
    ['name', 'generator', 'repository', 'path', 'commit', 'format', 'files'],
    ['Books', 'by hand', 'books/api', 'openapi.json', commit, '3.1.0 json'],
    ['No document', 'by hand', 'books/api', 'readme.json', commit, 'none'],
    ['Not here', 'by hand', 'books/away', 'openapi.json', commit, '3.1.0 json'],
  ];
  writeFileSync(join(folder, 'corpus.tsv'), `${lines.map((cells) => cells.join('\t')).join('\n')}\n`);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run bench -- --real', () => {
  it('takes each document of the corpus through the commands, and goes on behind one that is refused', async () => {
    const table = join(folder, 'corpus.tsv');
    const text = await measureReal(process.execPath, {
      from: folder,
      only: () => true,
      table,
      svckit: inject('built'),
    });
    const rows = text
      .split('\n')
      .filter((line) => /^\| (Books|No document|Not here) /.test(line))
      .map((line) => line.split(' | '));
    expect(rows).toHaveLength(3);
    const [books, none, away] = rows;
    expect(books?.slice(1, 7)).toEqual([
      'by hand',
      '3.1.0 json',
      '1',
      '0.0',
      expect.stringMatching(/^(kept|differs)$/),
      '`Book.title`',
    ]);
    expect(Number(books?.[12])).toBeGreaterThan(0);
    expect(none?.[5]).toBe('refused');
    expect(none?.[11]).toContain('svc shapes: readme.json');
    expect(away?.[5]).toBe('not read');
  });
});
