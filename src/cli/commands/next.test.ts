import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';
import { makeRepository } from '../testing/make-repository.js';

const source = readFileSync(fixture('next/svc.config.ts'), 'utf8');
const edited = source.replace('tags: z.array(z.string())', 'tags: z.array(z.number())').replace("['novel']", '[1]');
let repository: ReturnType<typeof makeRepository>;

beforeAll(async () => {
  repository = makeRepository({ 'svc.config.ts': source });
  await svc('openapi', 'lock');
  repository.commit('lock');
  repository.git(['checkout', '--quiet', '-b', 'work']);
});
afterAll(() => repository.remove());

const svc = (...argv: string[]) => capture(argv, { cwd: repository.cwd });

async function withEdit<T>(text: string, action: () => Promise<T>): Promise<T> {
  writeFileSync(repository.path('svc.config.ts'), text);
  try {
    return await action();
  } finally {
    writeFileSync(repository.path('svc.config.ts'), source);
  }
}

describe('what is not released', () => {
  it('has a lock file beside those of the versions, and none of its changes is locked', () => {
    const read = (name: string) => JSON.parse(readFileSync(repository.path(`contracts/${name}`), 'utf8'));
    expect(read('next.json')).toMatchObject({ 'x-svc-api-version': 'next', 'x-svc-differs-from': '2' });
    expect(read('next.json').set).toHaveProperty(['/paths/~1books']);
    expect(read('changes.json')).toMatchObject({ versions: [{ version: '1' }, { version: '2' }] });
    expect(read('v1.json').paths).not.toHaveProperty(['/books']);
    expect(read('v2.json').set).not.toHaveProperty(['/paths/~1books']);
  });

  it('may change, and its lock file may be old', async () => {
    const { code, stdout } = await withEdit(edited, () => svc('openapi', 'lock', '--check'));
    expect(code).toBe(0);
    expect(stdout).toContain('next.json     breaking');
    expect(stdout).not.toContain('error');
  });

  it('is in the gate as information', async () => {
    const gate = await withEdit(edited, () => svc('gate', '--base', 'main', '--format', 'json'));
    const { passed, issues, versions } = JSON.parse(gate.stdout);
    expect(passed).toBe(true);
    expect(versions.map(({ version }: { version: string }) => version)).toEqual(['1', '2']);
    expect(issues).toContainEqual(
      expect.objectContaining({ id: 'response-property-type-changed', level: 'info', apiVersion: 'next' }),
    );
  });

  it('is asked for no version number and no older name', async () => {
    const renamed = edited
      .replace('tags: z.array(z.number())', 'labels: z.array(z.string())')
      .replace('tags: [1]', "labels: ['novel']")
      .replace('{ tags: [] }', '{ labels: [] }');
    const gate = await withEdit(renamed, () => svc('gate', '--base', 'main'));
    expect(gate.stdout).toContain('"tags" seems renamed to "labels"');
    expect(gate.stdout).not.toMatch(/api-version-not-bumped|Keep "tags"/);
  });

  it('loses its lock file when it is released', async () => {
    const released = source
      .replace('}], { next }', "}, { version: '3', changes: next }]")
      .replace("from: 'next'", "from: '3'");
    await withEdit(released, async () => {
      expect((await svc('openapi', 'lock')).stderr).toBe(
        'Wrote contracts/v1.json, contracts/v2.json, contracts/v3.json and contracts/changes.json. Removed contracts/next.json, which the service no longer has.\n',
      );
    });
    repository.git(['clean', '--quiet', '--force', 'contracts']);
    repository.git(['checkout', '--quiet', 'contracts']);
  });

  it('is the last column of the matrix', async () => {
    const { stdout } = await svc('routes', '--matrix');
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'METHOD  PATH         v1  v2  next',
      'GET     /books       .   .   +',
      'GET     /books/{id}  +*  ~*  ~',
    ]);
    expect(stdout).toContain('next: not released');
  });

  it('is listed, exported, explained and compared when it is named', async () => {
    expect((await svc('routes')).stdout).not.toContain('next');
    expect((await svc('routes', '--api-version', 'next')).stdout).toContain('BooksController.shelves');
    expect((await svc('openapi', 'export', '--api-version', 'next')).stdout).toContain('"/books": {');
    expect((await svc('openapi', 'export', '--api-version', '3')).stderr).toContain('Available: 1, 2.');
    expect((await svc('explain', 'GET', '/books', '-H', 'X-API-Version: next')).stdout).toContain(
      'BooksController.shelves answers.',
    );
    expect((await svc('explain', 'GET', '/books/1', '-H', 'X-API-Version: 1')).stdout).toContain(
      'next → v2: Books have tags',
    );
    expect((await svc('diff', 'v2', 'vnext')).stdout).toContain('response 200 property "tags": is new and required.');
    expect((await svc('check')).code).toBe(0);
    expect((await svc('lifecycle')).stdout).not.toContain('next');
  });

  it('keeps the laws', async () => {
    expect(await svc('laws')).toMatchObject({ code: 0, stdout: expect.stringContaining('2 changes keep every law') });
    const lossy =
      'reshape(Book, { before: tags.before, down: () => ({}) as never, up: (book) => ({ ...book, tags: [] }) })';
    const broken = source.replace('schemas: [tags]', `schemas: [${lossy}]`).replace('renamed,', 'renamed, reshape,');
    expect(await withEdit(broken, () => svc('laws'))).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('Books have tags'),
    });
  });

  it('is left out of all documents, and is the last of the pages', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'next-'));
    try {
      await svc('openapi', 'export', '--all', '--out-dir', join(folder, 'openapi'));
      await svc('docs', '--out-dir', join(folder, 'site'));
      const page = readFileSync(join(folder, 'site/2/index.html'), 'utf8');
      expect(page).toMatch(
        /2<small> · latest<\/small><\/a><\/li>\s*<li><a href="\.\.\/next\/index\.html">next<small> · not released<\/small><\/a><\/li><\/ul>/,
      );
      expect(readFileSync(join(folder, 'site/next/changes.html'), 'utf8')).toContain('From version 2 to next');
      expect(() => readFileSync(join(folder, 'openapi/openapi-next.json'))).toThrow('ENOENT');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has no changes in guide, page and lock that are not listed, and their difference', async () => {
    const quiet = source.replace("title: 'Books have titles',", "title: 'Books have titles', listed: false,");
    const folder = mkdtempSync(join(tmpdir(), 'next-'));
    try {
      await withEdit(quiet, async () => {
        await svc('openapi', 'lock', '--dir', join(folder, 'contracts'));
        await svc('docs', '--out-dir', join(folder, 'site'));
        const guide = (await svc('diff', 'v1', 'v2', '--format', 'markdown')).stdout;
        expect(guide).not.toContain('Books have titles');
        expect(guide).toContain('title');
      });
      expect(readFileSync(join(folder, 'contracts/v2.json'), 'utf8')).not.toContain('Books have titles');
      expect(readFileSync(join(folder, 'contracts/changes.json'), 'utf8')).toContain('Books have titles');
      expect(readFileSync(join(folder, 'site/2/changes.html'), 'utf8')).not.toContain('Books have titles');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
