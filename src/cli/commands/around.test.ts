import { readFileSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { around } from '../../around/around.js';
import { BooksApplication } from '../../around/testing/books-application.js';
import { Opened } from '../../around/testing/serve-books.js';
import { makeProject } from '../../export/testing/temporary-project.js';
import { capture, fixture } from '../testing/capture-io.js';

const cwd = fixture('around');
const made: { remove(): void }[] = [];
afterEach(() => made.splice(0).forEach((one) => one.remove()));
function makeFolder(): string {
  const project = makeProject({}, { packages: [] });
  made.push(project);
  return project.cwd;
}

async function optionsOfBooks() {
  const [{ operations, shapes }, { versions }] = await Promise.all([
    import('../../../fixtures/around/shapes.js'),
    import('../../../fixtures/around/versions.js'),
  ]);
  const document = new URL('../../../fixtures/around/openapi.yaml', import.meta.url);
  const versioning = { type: 'header', header: 'X-API-Version', defaultVersion: '1' } as const;
  return { document, shapes, operations, versions, versioning };
}

/** A listener of the books that answers neither HEAD nor OPTIONS. */
function booksOnly(): RequestListener {
  const { listener } = new BooksApplication();
  return (req, res) => {
    const limit = new URL(req.url!, 'http://books').searchParams.get('limit');
    if (req.method === 'HEAD' || req.method === 'OPTIONS') res.writeHead(501).end();
    else if (limit === null || /^(?:[1-9]\d?|100)$/.test(limit)) listener(req, res);
    else res.writeHead(400).end();
  };
}

const run = (...argv: readonly string[]) => capture(argv, { cwd });

describe('a command on versions around an application', () => {
  it('checks, and proves, what the changes make of its document', async () => {
    expect(await run('check', 'versioned.ts', '--as-of', '2026-11-21')).toMatchObject({
      code: 0,
      stdout: 'No problems in 8 routes, as of 2026-11-21.\n',
    });
    expect(await run('laws', 'versioned.ts')).toMatchObject({
      code: 0,
      stdout: '2 changes keep every law: 100 values each, seed 1.\n',
    });
  });

  it('checks the same behind a gateway', async () => {
    expect(await run('check', 'gateway.ts', '--as-of', '2026-11-21')).toMatchObject({
      code: 0,
      stdout: 'No problems in 8 routes, as of 2026-11-21.\n',
    });
  });

  it('lists and explains its operations by their ids', async () => {
    const routes = await run('routes', 'versioned.ts');
    expect(routes.stdout).toMatch(/^GET +\/all-books +1 +operations\.listBooks/m);
    expect(routes.stdout).toMatch(/^GET +\/books +2 +operations\.listBooks/m);
    const explained = await run('explain', 'GET', '/all-books', 'versioned.ts', '-H', 'X-API-Version: 1');
    expect(explained.stdout).toContain('v2 → v1: Books are found by q (versions.ts:10), moved to GET /books');
  });

  it('writes a document for each version, the newest of which is the one that it was given', async () => {
    const older = JSON.parse((await run('openapi', 'export', 'versioned.ts', '--api-version', '1')).stdout) as {
      components: { schemas: { Book: unknown } };
    };
    expect(older.components.schemas.Book).toMatchObject({ required: ['id', 'name'] });
    const folder = makeFolder();
    await run('openapi', 'export', 'versioned.ts', '--api-version', '2', '--out', `${folder}/v2.json`);
    const { stdout } = await run('diff', 'openapi.yaml', `${folder}/v2.json`, '--format', 'json');
    const { results } = JSON.parse(stdout) as { results: readonly { id: string; level: string }[] };
    expect(new Set(results.map(({ id, level }) => `${level} ${id}`))).toEqual(
      new Set(['info new-version-parameter', 'info response-header-added']),
    );
  });

  it('locks its versions, and finds the lock kept', async () => {
    const folder = makeFolder();
    expect(await run('openapi', 'lock', 'versioned.ts', '--dir', folder)).toMatchObject({ code: 0 });
    expect(await run('openapi', 'lock', 'versioned.ts', '--dir', folder, '--check')).toMatchObject({ code: 0 });
  });

  it('keeps versions 1 and 2 while the document goes on to version 3, once version 2 is frozen', async () => {
    const config = readFileSync(fixture('around/versioned.ts'), 'utf8');
    const version = (name: string, code: string) =>
      `import { added, change, renamed } from 'svckit';
import { Book } from '../shapes.js';
export const v${name} = { version: '${name}', changes: [change({ title: 'Version ${name}', schemas: [${code}] })] };
`;
    const listed = (...names: readonly string[]) =>
      `import { defineVersions } from 'svckit';
${names.map((name) => `import { v${name} } from './versions/${name}.js';`).join('\n')}
export const versions = defineVersions(['1', ${names.map((name) => `v${name}`).join(', ')}]);
`;
    const document = readFileSync(fixture('around/openapi.yaml'), 'utf8');
    const project = makeProject({
      'svc.config.ts': config.replace("'openapi.yaml'", "new URL('openapi.yaml', import.meta.url)"),
      'openapi.yaml': document,
      'versions.ts': listed('2'),
      'versions/2.ts': version('2', "renamed(Book, { title: 'name' })"),
      'versions/3.ts': version('3', "added(Book, { language: 'en' })"),
    });
    made.push(project);
    const svc = (...argv: readonly string[]) => capture(argv, { cwd: project.cwd });
    const shapes = () => svc('shapes', 'openapi.yaml', '--out', 'shapes.ts');
    expect(await shapes()).toMatchObject({ code: 0 });
    expect(await svc('openapi', 'lock')).toMatchObject({ code: 0 });
    const lock = readFileSync(project.path('contracts/v1.json'), 'utf8');
    expect(await svc('release', '2', '--freeze-only')).toMatchObject({ code: 0, stderr: '' });

    const grown = document.replace('required: [id, title]', 'required: [id, title, language]');
    writeFileSync(
      project.path('openapi.yaml'),
      grown.replace('id: { type: string }', 'id: { type: string }\n        language: { type: string }'),
    );
    expect(await shapes()).toMatchObject({ code: 0 });
    writeFileSync(project.path('versions.ts'), listed('2', '3'));
    expect((await svc('check')).stdout).toMatch(/^No problems in 12 routes/);
    expect(await svc('openapi', 'lock')).toMatchObject({ code: 0 });
    expect(readFileSync(project.path('contracts/v1.json'), 'utf8')).toBe(lock);
    expect(readFileSync(project.path('contracts/v3.json'), 'utf8')).toContain('"language"');
  });

  it.each([
    ['around an application', 'versioned.ts'],
    ['behind a gateway', 'gateway.ts'],
  ])('verifies what runs %s, where the application need not answer as svckit does', async (_, entry) => {
    const opened = new Opened();
    const options = await optionsOfBooks();
    const url = await (entry === 'gateway.ts'
      ? opened.gateway({ ...options, upstream: await opened.listen(booksOnly()) })
      : opened.listen(around(options).node(booksOnly())));
    const { code, stdout, stderr } = await run('verify', url, entry, '--write', '--seed', '1');
    await opened.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^  warning {2}GET \/all-books, GET \/covers\/\{id\} in version 1: HEAD is answered with 501/m,
    );
    expect(stdout).toMatch(/\n4 warnings: \d+ requests, seed 1; 7 of 8 operations reached\.\n$/);
  });

  it('verifies that caches can tell the versions apart, where their answers differ', async () => {
    const opened = new Opened();
    const listener = around(await optionsOfBooks()).node(booksOnly());
    const url = await opened.listen((req, res) => {
      const { writeHead } = res;
      const dropped = (given: unknown) =>
        Array.isArray(given) ? given.filter((__, index) => given[index - (index % 2)] !== 'Vary') : given;
      res.writeHead = ((...given) => Reflect.apply(writeHead, res, given.map(dropped))) as typeof writeHead;
      listener(req, res);
    });
    const { code, stdout } = await run('verify', url, 'versioned.ts', '--seed', '1');
    await opened.close();
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /^ {2}error {4}GET \/all-books.* in version 1: Vary is missing; it must name X-API-Version\./m,
    );
    expect(stdout).not.toMatch(/covers.*Vary/);
  });

  it('is not svc serve, which has no application to serve', async () => {
    expect(await run('serve', 'versioned.ts', '--port', '0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This wraps an application that your own server serves.'),
    });
  });
});
