import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
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
    // A client that calls the application itself names no version.
    expect(new Set(results.filter(({ level }) => level !== 'info').map(({ id }) => id))).toEqual(
      new Set(['new-required-request-parameter']),
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

  it('is not svc serve, which has no application to serve', async () => {
    expect(await run('serve', 'versioned.ts', '--port', '0')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('This wraps an application that your own server serves.'),
    });
  });
});
