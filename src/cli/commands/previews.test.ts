import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { capture, fixture } from '../testing/capture-io.js';
import type { RouteRecord } from '../routes/route-record.js';
import { makeRepository } from '../testing/make-repository.js';

const entry = 'previews/svc.config.ts';
const source = readFileSync(fixture(entry), 'utf8');

describe('previews', () => {
  it('are in the document that names them, with their marks, and in no other', async () => {
    const read = async (...argv: string[]) => {
      const { stdout, code } = await capture(['openapi', 'export', entry, ...argv]);
      expect(code).toBe(0);
      return JSON.parse(stdout);
    };
    const plain = await read();
    expect(Object.keys(plain.paths)).toEqual(['/books/shelves/all', '/books/{id}']);
    expect(Object.keys(plain.components.schemas.Book.properties)).toEqual(['id', 'title']);
    expect(JSON.stringify(plain)).not.toMatch(/preview|2026-11/i);
    const tagged = await read('--preview', 'tags-2026-11');
    expect(Object.keys(tagged.components.schemas.Book.properties)).toEqual(['id', 'title', 'tags']);
    expect(tagged.paths['/books/{id}'].get).toMatchObject({ 'x-stability-level': 'beta', 'x-preview': 'tags-2026-11' });
    expect(tagged.paths['/books/{id}'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'API-Preview', in: 'header', required: true }),
    );
    expect(tagged.paths['/books/shelves/all'].get).not.toHaveProperty('x-preview');
    const both = await read('--preview', 'tags-2026-11', '--preview', 'search-2026-11');
    expect(both.paths['/books/search'].get['x-preview']).toEqual(['search-2026-11', 'tags-2026-11']);
  });

  it.each([
    [
      ['--preview', 'tag-2026-11'],
      'Unknown preview "tag-2026-11". Did you mean "tags-2026-11"? Available: search-2026-11, tags-2026-11.',
    ],
    [
      ['--preview', 'tags-2026-11', '--api-version', '1'],
      'Previews stand beside the newest version, 2. Omit --api-version, or write --api-version 2.',
    ],
    [
      ['--all', '--out-dir', 'x', '--preview', 'tags-2026-11'],
      '--all writes the released versions, which have no preview. Omit --all or --preview.',
    ],
  ])('of a document are refused as %j', async (argv, message) => {
    const { stderr, code } = await capture(['openapi', 'export', entry, ...argv]);
    expect([code, stderr.trim()]).toEqual([2, message]);
  });

  it('are in the lists of routes and dates', async () => {
    const routes = await capture(['routes', entry, '--path', '/books/search']);
    expect(routes.stdout).toContain('2 +search-2026-11');
    const json = JSON.parse((await capture(['routes', entry, '--format', 'json'])).stdout);
    expect(json.routes[0]).toMatchObject({ path: '/books/search', previews: ['search-2026-11'] });
    expect(json.routes.map(({ path, version, changedBy }: RouteRecord) => [path, version, changedBy])).toEqual([
      ['/books/search', '2', ['tags-2026-11']],
      ['/books/shelves/all', '2', undefined],
      ['/books/{id}', '1', undefined],
      ['/books/{id}', '2', ['tags-2026-11']],
    ]);
    const table = await capture(['routes', entry]);
    expect(table.stdout).toContain('2 +search-2026-11 ~tags-2026-11');
    expect(table.stdout).toMatch(/books\/\{id\} +1, 2 ~tags-2026-11 /);
    const csv = (await capture(['routes', entry, '--format', 'csv'])).stdout.split(/\r?\n/);
    expect(csv[0]).toMatch(/,guards,previews,changedBy$/);
    expect(csv[1]).toMatch(/^GET,\/books\/search,2,.*,search-2026-11,tags-2026-11$/);
    const lifecycle = await capture(['lifecycle', entry, '--as-of', '2027-01-15', '--within', '30d', '--fail']);
    expect([lifecycle.code, lifecycle.stdout]).toEqual([
      1,
      expect.stringMatching(/leaving +17 +2027-02-01 +preview search-2026-11/),
    ]);
  });

  it('are explained', async () => {
    const { stdout } = await capture(['explain', 'GET', '/books/search', entry, '-H', 'API-Preview: search-2026-11']);
    expect(stdout).toContain('BooksController.search answers.');
    expect(stdout).toMatch(/^ {2}candidates {2}→ GET \/books\/search {2}version 2 {2}BooksController\.search$/m);
    expect(stdout).toMatch(/^ {2}previews {4}search-2026-11$/m);
    const tagged = ['explain', 'GET', '/books/1', entry, '-H', 'API-Preview: tags-2026-11'];
    expect((await capture(tagged)).stdout).toMatch(
      /→ GET \/books\/\{id\} {2}version 2 [^]* {2}previews {4}tags-2026-11\n/,
    );
    expect(JSON.parse((await capture([...tagged, '--format', 'json'])).stdout).route.previews).toEqual([
      'tags-2026-11',
    ]);
    expect((await capture(tagged.slice(0, 4))).stdout).not.toContain('  previews  ');
    const refused = await capture(['explain', 'GET', '/books/search', entry, '-H', 'API-Preview: serch-2026-11']);
    expect(refused.stdout).toContain('Unknown preview "serch-2026-11". Did you mean "search-2026-11"?');
  });

  it('warn in the gate 30 days before they end, and close it then', async () => {
    const repository = makeRepository({ 'svc.config.ts': source });
    const svc = (...argv: string[]) => capture(argv, { cwd: repository.cwd });
    await svc('openapi', 'lock');
    expect(readFileSync(repository.path('contracts/v2.json'), 'utf8')).not.toMatch(/preview|2026-11/i);
    repository.commit('lock');
    const gate = async (day: string) => {
      const { code, stdout } = await svc('gate', '--base', 'main', '--as-of', day, '--format', 'json');
      const { issues } = JSON.parse(stdout) as { issues: readonly Record<string, string>[] };
      return [code, ...issues.filter(({ id }) => id!.startsWith('preview')).map(({ id, level }) => `${level} ${id}`)];
    };
    expect(await gate('2027-01-01')).toEqual([0]);
    expect(await gate('2027-01-02')).toEqual([0, 'warning preview-expires']);
    expect(await gate('2027-02-01')).toEqual([1, 'warning preview-expires', 'error preview-expired']);
    expect((await svc('check', '--as-of', '2027-02-01')).code).toBe(0);
    repository.remove();
  });
});
